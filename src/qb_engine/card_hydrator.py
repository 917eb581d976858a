"""Cards from the card file: read once, doubted field by field, handed out as frozen values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, cast

from kernelkit.once import once
from kernelkit.spoken import sentence
from qb_engine.data.checks import DATA, WHOLE, Place, read_data, shown
from qb_engine.effect_registry_utils import CARD_FILE, REMARKS, card_entries, card_names, load_effects
from qb_engine.errors import UnknownCardError
from qb_engine.models import GRID_CENTRE, GRID_SIZE, MAX_RANK, Card, Category, CellKind, Effect, PatternCell

CATEGORIES = ("Standard", "Legendary", "Token")
KINDS = ("P", "E", "X")
MAX_POWER = 99
NEAREST = 3
"""How many near names an unknown card is answered with."""

_FIELDS = (
    "id",
    "name",
    "category",
    "cost",
    "power",
    "pattern",
    "grid",
    "effect_ids",
    "effect_id",
    "is_replace",
)
_LOOKS_LIKE_AN_ID = re.compile(r"T?[0-9]+", re.IGNORECASE | re.ASCII)


class CardHydrator:
    """The cards of one file, in its order, and the effects they refer to.

    Raises InvalidDataError (file, card, field, reason) when the file is broken.
    """

    def __init__(self, path: Path | None = None, effects: Mapping[str, Effect] | None = None) -> None:
        path = path or DATA / CARD_FILE
        raw = read_data(path)
        names = card_names(raw, path.name)
        self.effects: Mapping[str, Effect] = MappingProxyType(dict(load_effects() if effects is None else effects))
        self._by_id = {
            card_id: _card(Place(path.name, card_id), entry, self.effects)
            for card_id, entry in zip(names, card_entries(raw, path.name), strict=True)
        }
        self.cards = tuple(self._by_id.values())
        self._by_name = {card.name.casefold(): card for card in self.cards}
        for card in self.cards:
            _check_references(Place(path.name, card.id), card, self._by_id, self.effects)

    def __contains__(self, card_id: object) -> bool:
        return card_id in self._by_id

    def __deepcopy__(self, _memo: object) -> CardHydrator:
        return self  # nothing in it changes

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "effects": dict(self.effects)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, effects=MappingProxyType(state["effects"]))

    def get_card(self, card_id: str) -> Card:
        """The card with exactly this id; UnknownCardError with the nearest names for any other text."""
        return self._by_id.get(card_id) or self._unknown(card_id)

    def find(self, id_or_name: str) -> Card:
        """The card with this id or name, whatever the case of the letters; UnknownCardError with the nearest names."""
        asked = id_or_name.strip()
        return self._by_id.get(asked.upper()) or self._by_name.get(asked.casefold()) or self._unknown(asked)

    def nearest(self, asked: str) -> tuple[Card, ...]:
        """The cards whose id, if it looks like one, or else whose name is most like ``asked``, best first."""
        from rapidfuzz import process  # here, because only a mistake needs it

        by_id = _LOOKS_LIKE_AN_ID.fullmatch(asked)
        choices = {card.id: card.id if by_id else card.name.casefold() for card in self.cards}
        found = process.extract(asked.casefold() if not by_id else asked.upper(), choices, limit=NEAREST)
        return tuple(self._by_id[card_id] for _text, _score, card_id in found)

    def _unknown(self, asked: str) -> NoReturn:
        asked = str(asked)[:60]
        nearest = ", ".join(f"{card.name} ({card.id})" for card in self.nearest(asked))
        raise UnknownCardError(asked=asked, nearest=nearest)


@once
def shipped() -> CardHydrator:
    """The cards that come with the package, loaded once."""
    return CardHydrator()


def cards_by_id() -> Mapping[str, Card]:
    """The shipped cards by their ids."""
    return MappingProxyType({card.id: card for card in shipped().cards})


def grid_of(pattern: tuple[PatternCell, ...]) -> tuple[str, ...]:
    """``pattern`` drawn as five rows of ``.PEX``, top first and forward to the right, the card a W in the middle."""
    rows = [["."] * GRID_SIZE for _ in range(GRID_SIZE)]
    rows[GRID_CENTRE][GRID_CENTRE] = "W"
    for cell in pattern:
        rows[GRID_CENTRE - cell.dy][GRID_CENTRE + cell.dx] = cell.kind
    return tuple("".join(row) for row in rows)


def _card(place: Place, raw: object, effects: Mapping[str, Effect]) -> Card:
    entry = place.record(raw, WHOLE, _FIELDS, REMARKS)
    category = place.word(entry["category"], "category", CATEGORIES)
    if (category == "Token") != entry["id"].startswith("T"):
        place.refuse("category", sentence("exactly the cards with an id such as T01 are of category Token"))
    pattern = _pattern(place, entry["pattern"])
    effect_ids = _effect_ids(place, entry, effects)
    is_replace = place.truth(entry["is_replace"], "is_replace")
    return Card(
        id=entry["id"],
        name=entry["name"],
        category=cast("Category", category),
        cost=_cost(place, entry["cost"], is_replace),
        power=place.integer(entry["power"], "power", -MAX_POWER, MAX_POWER),
        pattern=pattern,
        grid=_grid(place, entry["grid"], pattern),
        effect_ids=effect_ids,
        is_replace=is_replace,
    )


def _cost(place: Place, raw: object, is_replace: bool) -> int:
    cost = place.integer(raw, "cost", 0, MAX_RANK)
    if (cost == 0) != is_replace:
        place.refuse("cost", sentence("exactly the cards that replace an ally cost 0"))
    return cost


def _pattern(place: Place, raw: object) -> tuple[PatternCell, ...]:
    """Cells ``[dx, dy, kind]``, each tile once and never the card's own."""
    cells: dict[tuple[int, int], PatternCell] = {}
    for number, cell in enumerate(place.items(raw, "pattern", 0, GRID_SIZE**2 - 1)):
        field = f"pattern[{number}]"
        dx, dy, kind = place.items(cell, field, 3, 3)
        at = tuple(place.integer(step, field, -GRID_CENTRE, GRID_CENTRE) for step in (dx, dy))
        if at == (0, 0) or at in cells:
            place.refuse(field, sentence("a cell stands once and never on the card itself"))
        cells[at[0], at[1]] = PatternCell(at[0], at[1], cast("CellKind", place.word(kind, field, KINDS)))
    return tuple(cells.values())


def _grid(place: Place, raw: object, pattern: tuple[PatternCell, ...]) -> tuple[str, ...]:
    """The five rows, W in the middle, and the same as the pattern."""
    rows = place.items(raw, "grid", GRID_SIZE, GRID_SIZE)
    for number, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != GRID_SIZE or set(row) - set(".PEXW"):
            reason = sentence("five characters of .PEXW are needed and {there} is there")
            place.refuse(f"grid[{number}]", reason, there=shown(row))
    if rows[GRID_CENTRE][GRID_CENTRE] != "W" or "".join(rows).count("W") != 1:
        place.refuse("grid", sentence("one W is needed, in the middle"))
    grid = tuple(rows)
    if grid != grid_of(pattern):
        reason = sentence("the pattern gives {needed} and {there} is there")
        place.refuse("grid", reason, needed="/".join(grid_of(pattern)), there="/".join(grid))
    return grid


def _effect_ids(place: Place, entry: dict[str, Any], effects: Mapping[str, Effect]) -> tuple[str, ...]:
    """The ids, each known and named once; ``effect_id`` is the first of them."""
    effect_ids = place.items(entry["effect_ids"], "effect_ids", 0, 4)
    for number, effect_id in enumerate(effect_ids):
        if not isinstance(effect_id, str) or effect_id not in effects or effect_id in effect_ids[:number]:
            reason = sentence("an effect of the registry, named once, is needed and {there} is there")
            place.refuse(f"effect_ids[{number}]", reason, there=shown(effect_id))
    if entry["effect_id"] != (effect_ids[0] if effect_ids else None):
        reason = sentence("the first of effect_ids is needed and {there} is there")
        place.refuse("effect_id", reason, there=shown(entry["effect_id"]))
    return tuple(effect_ids)


def _check_references(place: Place, card: Card, cards: Mapping[str, Card], effects: Mapping[str, Effect]) -> None:
    """What the effects name is in this file, what they spawn is a token, and who replaces has such an effect."""
    operations = [operation for effect_id in card.effect_ids for operation in effects[effect_id].operations]
    for operation in operations:
        for named in (*operation.card_ids, *operation.token_ids):
            if named not in cards:
                place.refuse(
                    "effect_ids", sentence("the effect names card {there}, which is not in the file"), there=named
                )
        for token in operation.token_ids:
            if not cards[token].is_token:
                place.refuse("effect_ids", sentence("the effect spawns card {there}, which is no token"), there=token)
    if card.is_replace != any(operation.type == "replace_ally" for operation in operations):
        place.refuse("is_replace", sentence("exactly the cards with a replace_ally effect replace an ally"))
