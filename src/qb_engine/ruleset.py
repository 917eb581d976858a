"""Which rules are played: a small frozen value of named switches, with two presets.

``SPEC`` is what the specification says, ``REBIRTH`` what the console plays. Each switch is explained in docs/rules.md;
a mix that contradicts itself is refused when it is made.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from kernelkit.spoken import Said, sentence
from qb_engine.errors import InvalidRulesetError
from qb_engine.models import DECK_SIZE

VALUES: dict[str, tuple[Any, ...]] = {
    "capture": ("decrement", "keep", "keep_plus"),
    "pawns_under_cards": (False, True),
    "pawns_on_destroy": ("retract", "persist"),
    "destroyed_tile": ("underlay", "restore", "clear", "to_destroyer"),
    "zero_power_destroys": (False, True),
    "aura_can_destroy": (False, True),
    "classify": ("power_delta", "net"),
    "aura_triggers": (False, True),
    "enfeebled_repeat": (False, True),
    "threshold_on_entry": (False, True),
    "order": ("pawns_first", "effects_first"),
    "replace_target": ("ally_or_empty", "ally_only", "never"),
    "expand": ("adjacent8",),
    "min_transfer": ("own_lane_stack", "all_lanes_once"),
    "token_by_rank": (False, True),
    "mulligan_return": ("shuffle_in", "bottom"),
    "end_on_full_board": (False, True),
    "first_player": ("Y", "E", "given", "seeded"),
}
"""Every switch with every value it may take; ``max_copies`` is a pair of numbers and stands apart."""


CATEGORIES = ("Standard", "Legendary")
"""What ``max_copies`` limits, in its order. As many as a deck has cards is no limit: the specification has none."""
_COPIES = re.compile(r"([0-9]{1,2})/([0-9]{1,2})", re.ASCII)


def _shown(value: object) -> str:
    """``value`` as it may be printed: short, and with control characters escaped."""
    return reprlib.repr(value)


def _are_copy_limits(copies: object) -> bool:
    if not isinstance(copies, tuple) or len(copies) != len(CATEGORIES):
        return False
    return all(type(limit) is int and 1 <= limit <= DECK_SIZE for limit in copies) and copies[1] <= copies[0]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The switches of RULES; part of every position's text, every saved game and every hash."""

    capture: str = "decrement"
    pawns_under_cards: bool = True
    pawns_on_destroy: str = "retract"
    destroyed_tile: str = "underlay"
    zero_power_destroys: bool = False
    aura_can_destroy: bool = False
    classify: str = "power_delta"
    aura_triggers: bool = False
    enfeebled_repeat: bool = True
    threshold_on_entry: bool = False
    order: str = "pawns_first"
    replace_target: str = "ally_or_empty"
    expand: str = "adjacent8"
    min_transfer: str = "own_lane_stack"
    token_by_rank: bool = False
    mulligan_return: str = "shuffle_in"
    end_on_full_board: bool = True
    first_player: str = "Y"
    max_copies: tuple[int, int] = (DECK_SIZE, DECK_SIZE)

    def __post_init__(self) -> None:
        for switch, allowed in VALUES.items():
            value = getattr(self, switch)
            if not any(value is known or (isinstance(value, str) and value == known) for known in allowed):
                listed = ", ".join(str(known).lower() if isinstance(known, bool) else known for known in allowed)
                reason = Said(sentence("the values are {values}"), values=listed)
                raise InvalidRulesetError(asked=f"{switch} = {_shown(value)}", reason=reason)
        self._refuse_contradictions()

    def _refuse_contradictions(self) -> None:
        if self.aura_can_destroy and not self.zero_power_destroys:
            reason = Said(sentence("an aura destroys by bringing power to 0, so power 0 must destroy"))
            raise InvalidRulesetError(asked="aura_can_destroy = true, zero_power_destroys = false", reason=reason)
        if not _are_copy_limits(self.max_copies):
            reason = Said(
                sentence("a pair (standard, legendary) from 1 to {most}, legendary not above standard"), most=DECK_SIZE
            )
            raise InvalidRulesetError(asked=f"max_copies = {_shown(self.max_copies)}", reason=reason)

    @property
    def name(self) -> str:
        """``spec``, ``rebirth``, or the nearer preset with what differs: ``rebirth+capture=keep_plus``."""
        base, differences = min(
            ((base, self.differences(preset)) for base, preset in PRESETS.items()), key=lambda pair: len(pair[1])
        )
        return "+".join([base, *(f"{switch}={value_text(value)}" for switch, value in differences.items())])

    def differences(self, preset: Ruleset) -> dict[str, Any]:
        """The switches in which this ruleset is not ``preset``."""
        mine = {field.name: getattr(self, field.name) for field in fields(self)}
        return {switch: value for switch, value in mine.items() if value != getattr(preset, switch)}

    @classmethod
    def parse(cls, asked: object) -> Ruleset:
        """The ruleset named by ``rebirth``, by ``rebirth+capture=keep_plus`` or by a mapping with a ``base``."""
        if isinstance(asked, Ruleset):
            return asked
        if isinstance(asked, Mapping):
            return _from_mapping(asked)
        if isinstance(asked, str):
            return _from_text(asked)
        reason = Said(sentence("a name such as rebirth, or an object with a base, is needed"))
        raise InvalidRulesetError(asked=_shown(asked), reason=reason)


SPEC = Ruleset()
REBIRTH = Ruleset(
    capture="keep",
    pawns_under_cards=False,
    pawns_on_destroy="persist",
    destroyed_tile="restore",
    zero_power_destroys=True,
    aura_can_destroy=True,
    classify="net",
    aura_triggers=True,
    enfeebled_repeat=False,
    threshold_on_entry=True,
    order="effects_first",
    replace_target="ally_only",
    min_transfer="all_lanes_once",
    token_by_rank=True,
    end_on_full_board=False,
    first_player="given",
    max_copies=(2, 1),
)
PRESETS = {"spec": SPEC, "rebirth": REBIRTH}


def single_switch_variants(preset: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Every ruleset one switch away from ``preset``, with its name.

    ``zero_power_destroys`` and ``aura_can_destroy`` turn together: their three sensible pairs are one switch.
    """
    pairs = [(False, False), (True, False), (True, True)]
    for zero, aura in pairs:
        if (zero, aura) != (preset.zero_power_destroys, preset.aura_can_destroy):
            variant = replace(preset, zero_power_destroys=zero, aura_can_destroy=aura)
            yield variant.name, variant
    for switch, values in VALUES.items():
        if switch in ("zero_power_destroys", "aura_can_destroy"):
            continue
        for value in values:
            if value != getattr(preset, switch):
                variant = replace(preset, **{switch: value})
                yield variant.name, variant


def _preset(name: object) -> Ruleset:
    if not isinstance(name, str) or name not in PRESETS:
        reason = Said(sentence("the rulesets are {names}"), names=", ".join(PRESETS))
        raise InvalidRulesetError(asked=_shown(name), reason=reason)
    return PRESETS[name]


def _from_text(asked: str) -> Ruleset:
    base, *changes = asked.split("+")
    switches: dict[str, Any] = {}
    for change in changes:
        switch, _, value = change.partition("=")
        if switch in switches or switch == "base":
            raise InvalidRulesetError(asked=_shown(asked), reason=Said(sentence("each switch is turned once")))
        switches[switch] = _read_value(value)
    return _from_mapping({"base": base, **switches})


def _from_mapping(asked: Mapping[Any, Any]) -> Ruleset:
    """Switches are turned together, so that a pair that only makes sense as a pair can be given."""
    rules = _preset(asked.get("base", "spec"))
    changes = {key: _given_value(key, value) for key, value in asked.items() if key != "base"}
    for key in changes:
        if key not in VALUES and key != "max_copies":
            reason = Said(sentence("the switches are {names}"), names=", ".join([*VALUES, "max_copies"]))
            raise InvalidRulesetError(asked=_shown(key), reason=reason)
    return replace(rules, **changes)


def _given_value(switch: object, value: Any) -> Any:
    """A value as the ruleset holds it; the rule book's yes and no are truth values."""
    if isinstance(switch, str) and True in VALUES.get(switch, ()) and value in ("yes", "no"):
        return value == "yes"
    return tuple(value) if isinstance(value, list) else value


def value_text(value: object) -> str:
    """A value of a switch as a ruleset's name has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _read_value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    pair = _COPIES.fullmatch(text)
    return (int(pair[1]), int(pair[2])) if pair else text
