"""A naive match: the rules played slowly and obviously, one object per card, for comparing the engine with.

A play is resolved as the rule book tells it: replace, place, pawns, on_play, played-watchers, spawns and hand
additions, settle. Every look recomputes (``naive_looks``); only deltas, flags and the list of pawn events are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from qb_engine.models import Card, Effect, Operation
from qb_engine.moves import COLUMNS, Owner, Side, other, tile_name, tile_place
from qb_engine.ruleset import Ruleset

from .naive_looks import PLACES, Instance, Layer, Looks, PawnEvent, Place, is_one_of

ENFEEBLED_ENTRIES_A_PLAY = 1_000
ADDED_CARDS_A_PLAY = 64
ROUNDS_A_PLAY = 4_000
IN_THE_OPEN = ("on_play", "on_enfeebled", "on_first_enfeebled", "on_first_enhanced", "on_power_threshold")
"""Triggers that come when no batch is being destroyed and no token is entering: they destroy at once."""
NOBODYS = 0
"""The uid of what no card did; cards count from 1."""


class RefusedError(Exception):
    """The placement is not legal, or the match is over; nothing has changed."""


class EndlessError(Exception):
    """The play went on for longer than a play may; it is refused as a whole and nothing has changed."""


class Match(Looks):
    """A match in progress. Sides may act in any order; ``side_to_act`` says whose turn it would be."""

    def __init__(
        self,
        ruleset: Ruleset,
        effects: Mapping[str, Effect],
        cards: Mapping[str, Card],
        tiles: Mapping[str, str] | None = None,
        first_player: Side = "Y",
    ) -> None:
        super().__init__(ruleset, effects, cards)
        self.side_to_act: Side = first_player
        self._last_uid = NOBODYS
        self._queue: list[Instance] = []
        self._entries = 0
        self._dying: list[Instance] = []
        self._condemned: list[Instance] = []
        self._rounds = self._added_now = 0
        self._replaced_power = 0
        self.initial = {place: _starting_layer(place) if tiles is None else ("N", 0) for place in PLACES}
        if tiles is not None:
            self._set_up(tiles)

    def _set_up(self, tiles: Mapping[str, str]) -> None:
        """Lay the tiles of a scenario: ``y2`` is a tile, ``e1:031`` a card on it; what holds already has fired."""
        for name, text in tiles.items():
            ground, _, card_id = text.partition(":")
            owner: Owner = {"y": "Y", "e": "E", "n": "N"}[ground[0]]  # type: ignore[assignment]
            self.initial[tile_place(name)] = (owner, int(ground[1:]))
            if card_id and owner != "N":
                self._lay(owner, self.cards[card_id], tile_place(name))
        auras = self.auras()
        for card in self.in_row_major_order():
            standing, power = self.trigger_standing(card, auras), self.power(card, auras)
            card.enhanced_fired, card.enfeebled_fired = standing > 0, standing < 0
            card.thresholds_fired = {value for value in self._thresholds(card) if power >= value}
            card.thresholds_ready = {value for value in self._thresholds(card) if power < value}

    # Moves

    def play(self, side: Side, card_id: str, lane_index: int, col_index: int) -> None:
        """Lay the card and follow everything it causes to its end."""
        if tile_name(lane_index, col_index) not in self.legal(side, card_id):
            raise RefusedError(f"{side} {card_id}@{tile_name(lane_index, col_index)}")
        before = self._facts()
        try:
            self._resolve(side, self.cards[card_id], (lane_index, col_index))
        except EndlessError:
            self._take_back(before)
            raise
        self.passes = 0
        self.over = self.ruleset.end_on_full_board and len(self.board) == len(PLACES)
        self.side_to_act = other(side)

    def pass_(self, side: Side) -> None:
        """Pass; the second pass in a row ends the match."""
        if self.over:
            raise RefusedError(f"{side} pass")
        self.passes += 1
        self.over = self.passes == 2
        self.side_to_act = other(side)

    def _facts(self) -> tuple[dict[Place, Instance], list[PawnEvent], dict[Side, list[str]], int]:
        board = {
            place: replace(
                card, thresholds_fired=set(card.thresholds_fired), thresholds_ready=set(card.thresholds_ready)
            )
            for place, card in self.board.items()
        }
        return board, list(self.events), {side: list(ids) for side, ids in self.added.items()}, self._last_uid

    def _take_back(self, facts: tuple[dict[Place, Instance], list[PawnEvent], dict[Side, list[str]], int]) -> None:
        self.board, self.events, self.added, self._last_uid = facts

    # One play, in the order of the rule book

    def _resolve(self, side: Side, card: Card, place: Place) -> None:
        self._queue, self._entries, self._dying, self._replaced_power = [], 0, [], 0
        self._condemned, self._rounds, self._added_now = [], 0, 0
        for lying in self.board.values():
            lying.lowered_by = None
        if place in self.board:
            self._replaced_power = self.power(self.board[place])
            self._destroy([self.board[place]], lambda _: None)
        played = self._lay(side, card, place)
        if self.ruleset.order == "pawns_first":
            self._make_pawns(played)
        self._run_on_play(played)
        self._settle()
        if self.ruleset.order == "effects_first":
            self._make_pawns(played)

    def _lay(self, side: Side, card: Card, place: Place) -> Instance:
        """The new instance, on its tile; it is ready for each threshold it was laid below."""
        self._last_uid += 1
        laid = Instance(self._last_uid, side, card, place, laid_on=self.layers()[place])
        self.board[place] = laid
        power = self.power(laid) if self._thresholds(laid) else 0
        laid.thresholds_ready = {
            value for value in self._thresholds(laid) if self.ruleset.threshold_on_entry or power < value
        }
        return laid

    def _make_pawns(self, card: Instance) -> None:
        """Apply the card's P and X cells; one that has died still makes them unless pawns are taken back."""
        if self.ruleset.pawns_on_destroy == "retract" and not self.is_on_board(card):
            return
        amount = 1
        for _, operation in self.operations_of(card, "on_play", "modify_tile_ranks"):
            amount = operation.amount
        self._add_events("pawn", card, self.reach(card, "PX"), amount)

    def _add_events(self, kind: str, card: Instance, places: Iterable[Place], amount: int) -> None:
        for place in places:
            if self.ruleset.pawns_under_cards or place not in self.board:
                self.events.append(PawnEvent(kind, card.uid, place, card.owner, amount))  # type: ignore[arg-type]

    def _run_on_play(self, played: Instance) -> None:
        """on_play, then watchers, then spawns, then hand additions: each kind for all effects before the next kind."""
        for effect in self.effects_of(played, "on_play"):
            self._run(effect, played, lambda operation: operation.type not in ("spawn_token", "add_to_hand"))
        for watcher in self.in_row_major_order():
            if watcher is not played and self.is_on_board(watcher):
                self._watch("on_card_played", watcher, played)
        for late in ("spawn_token", "add_to_hand"):
            for effect in self.effects_of(played, "on_play"):
                self._run(effect, played, lambda operation, late=late: operation.type == late)  # type: ignore[misc]

    def _watch(self, trigger: str, watcher: Instance, event_card: Instance) -> None:
        """Run the watcher's operations that match what happened to ``event_card``; nobody watches itself."""
        if watcher is event_card:
            return

        def matches(operation: Operation) -> bool:
            return is_one_of(operation.per.rpartition("_")[2] or "all", watcher.owner, event_card.owner)

        for effect in self.effects_of(watcher, trigger):
            self._run(effect, watcher, matches)

    # Settling

    def _settle(self) -> None:
        """Rounds of triggers until one is empty, then one batch of deaths; again until nobody dies."""
        while True:
            while self._ran_a_round():
                pass
            doomed = self._doomed()
            if not doomed:
                return
            self._count_a_round()
            self._destroy(doomed, lambda victim: victim.lowered_by)

    def _count_a_round(self) -> None:
        self._rounds += 1
        if self._rounds > ROUNDS_A_PLAY:
            raise EndlessError(f"more than {ROUNDS_A_PLAY} rounds in one play")

    def _ran_a_round(self) -> bool:
        """Run what became true on one recomputation, queued enfeebled entries first; False when there was nothing."""
        self._count_a_round()
        entries, self._queue = self._queue, []
        round_ = [(card, effect) for card in entries for effect in self.effects_of(card, "on_enfeebled")]
        auras = self.auras()
        for card in self.in_row_major_order():
            round_ += [(card, effect) for effect in self._became_true(card, auras)]
        for card, effect in round_:
            if self.is_on_board(card):
                self._run(effect, card)
        return bool(round_)

    def _became_true(self, card: Instance, auras: Mapping[int, int]) -> list[Effect]:
        """The card's effects whose first time is now, in the order of its data; their flags are set here."""
        standing = self.trigger_standing(card, auras)
        true_now = set()
        if standing > 0 and not card.enhanced_fired:
            card.enhanced_fired = True
            true_now.add("on_first_enhanced")
        if standing < 0 and not card.enfeebled_fired:
            card.enfeebled_fired = True
            true_now |= (
                {"on_first_enfeebled"} if self.ruleset.enfeebled_repeat else {"on_first_enfeebled", "on_enfeebled"}
            )
        first, crossed = self._reached_thresholds(card, auras)
        return [
            effect
            for effect in (self.effects[effect_id] for effect_id in card.card.effect_ids)
            if effect.trigger in true_now or _threshold_value(effect) in (first if effect.first_time else crossed)
        ]

    def _reached_thresholds(self, card: Instance, auras: Mapping[int, int]) -> tuple[set[int], set[int]]:
        """The values crossed upward now, first those for the first time; one seen from below is ready to be crossed."""
        values = self._thresholds(card)
        if not values:
            return set(), set()
        power = self.power(card, auras)
        card.thresholds_ready |= {value for value in values if power < value}
        crossed = {value for value in card.thresholds_ready if power >= value}
        first = crossed - card.thresholds_fired
        card.thresholds_ready -= crossed
        card.thresholds_fired |= crossed
        return first, crossed

    def _thresholds(self, card: Instance) -> set[int]:
        values = (_threshold_value(effect) for effect in self.effects_of(card, "on_power_threshold"))
        return {value for value in values if value is not None}

    def _doomed(self) -> list[Instance]:
        """The cards that effects have condemned, and those at or below 0 where that destroys."""
        auras = self.auras()
        judged = self.power if self.ruleset.aura_can_destroy else self.power_without_auras
        condemned, self._condemned = self._condemned, []
        return [
            card
            for card in self.in_row_major_order()
            if card in condemned or (self.ruleset.zero_power_destroys and judged(card, auras) <= 0)
        ]

    # Destruction

    def _destroy(self, doomed: Iterable[Instance], destroyer: Callable[[Instance], Side | None]) -> None:
        """One batch: all on_destroy, then all watchers once per victim, then removal."""
        victims = [card for card in doomed if card not in self._dying]
        self._dying += victims
        for victim in victims:
            for effect in self.effects_of(victim, "on_destroy"):
                self._run(effect, victim)
        for victim in victims:
            for watcher in self.in_row_major_order():
                self._watch("on_card_destroyed", watcher, victim)
        for victim in victims:
            self._remove(victim, destroyer(victim))

    def _remove(self, victim: Instance, destroyer: Side | None) -> None:
        del self.board[victim.place]
        if self.ruleset.pawns_on_destroy == "retract":
            self.events = [event for event in self.events if event.source_uid != victim.uid]
        left = self._left_behind(victim, destroyer)
        if left is not None:
            # What was there before no longer shows, whatever else is taken back; endless games would drag it along.
            self.events = [event for event in self.events if event.place != victim.place]
            self.events.append(PawnEvent("set", NOBODYS, victim.place, *left))

    def _left_behind(self, victim: Instance, destroyer: Side | None) -> Layer | None:
        """What the tile is set to, None when the pawns under the card speak for themselves."""
        owner, rank = victim.laid_on
        if self.ruleset.destroyed_tile == "underlay":
            return None
        if self.ruleset.destroyed_tile == "clear":
            return "N", 0
        if self.ruleset.destroyed_tile == "to_destroyer" and destroyer is not None:
            return destroyer, rank
        return owner, rank

    # Operations

    def _run(self, effect: Effect, source: Instance, wanted: Callable[[Operation], bool] = lambda _: True) -> None:
        """Carry out the effect's wanted operations in order, each on the cards that are there then."""
        for operation in effect.operations:
            if wanted(operation):
                self._operate(operation, effect.scope, source, effect.trigger)

    def _operate(self, operation: Operation, scope: str, source: Instance, trigger: str) -> None:
        match operation.type:
            case "modify_power":
                self._change_powers(self.targets(source, scope), operation.amount, source.owner)
            case "modify_power_scale":
                for target in self.targets(source, scope):
                    target.scale_delta += operation.amount_per
            case "destroy_cards":
                if trigger in IN_THE_OPEN:
                    self._destroy(self.targets(source, scope), lambda _: source.owner)
                else:
                    self._condemn(self.targets(source, scope), source.owner)
            case "replace_ally":
                sign = {"neutral": 0, "raise": 1, "lower": -1}[operation.mode]
                self._change_powers(self.targets(source, scope), sign * self._replaced_power, source.owner)
            case "add_to_hand":
                self._add(operation.card_ids, source.owner)
            case "spawn_token":
                self._spawn(operation, source.owner)
            case "expand_positions":
                if self.ruleset.pawns_on_destroy != "retract" or self.is_on_board(source):
                    self._add_events("expand", source, _neighbours(source.place), 1)
            case "modify_tile_ranks" | "score_bonus":
                pass  # the one is read when pawns are made, the other when lanes are counted
            case unknown:
                raise AssertionError(f"no operation is called {unknown}")

    def _condemn(self, targets: Iterable[Instance], by: Side) -> None:
        """Mark the cards for the next batch of deaths: no batch begins inside another."""
        for target in targets:
            target.lowered_by = by
            self._condemned.append(target)

    def _add(self, card_ids: tuple[str, ...], side: Side) -> None:
        self.added[side] += card_ids
        self._added_now += len(card_ids)
        if self._added_now > ADDED_CARDS_A_PLAY:
            raise EndlessError(f"more than {ADDED_CARDS_A_PLAY} cards added to hands in one play")

    def _change_powers(self, targets: Iterable[Instance], amount: int, by: Side) -> None:
        """Write ``amount`` into each power_delta; a lowered card remembers who did it and may queue an entry."""
        if amount == 0:
            return
        for target in targets:
            target.power_delta += amount
            if amount < 0:
                target.lowered_by = by
                self._queue_enfeebled(target)

    def _queue_enfeebled(self, card: Instance) -> None:
        if not self.ruleset.enfeebled_repeat or not self.effects_of(card, "on_enfeebled"):
            return
        self._entries += 1
        if self._entries > ENFEEBLED_ENTRIES_A_PLAY:
            raise EndlessError(f"more than {ENFEEBLED_ENTRIES_A_PLAY} enfeebled entries in one play")
        self._queue.append(card)

    def _spawn(self, operation: Operation, side: Side) -> None:
        """Fill the side's empty ranked tiles with tokens; the tiles are fixed before the first token comes."""
        layers = self.layers()
        eligible = [place for place in PLACES if place not in self.board and layers[place][0] == side]
        for place in eligible:
            rank = layers[place][1]
            if rank > 0:
                by_rank = self.ruleset.token_by_rank
                token = self._lay(side, self.cards[operation.token_ids[rank - 1 if by_rank else 0]], place)
                self._run_on_spawned(token, rank)

    def _run_on_spawned(self, token: Instance, replaced_pawns: int) -> None:
        """The token's on_spawned; the gain for replaced pawns is silent where the rank chose the token."""
        for effect in self.effects_of(token, "on_spawned"):
            for operation in effect.operations:
                if operation.adjustment != "replaced_pawns":
                    self._operate(operation, effect.scope, token, "on_spawned")
                elif not self.ruleset.token_by_rank:
                    self._change_powers(self.targets(token, effect.scope), replaced_pawns, token.owner)


def _starting_layer(place: Place) -> Layer:
    """Column 1 is Y's, column 5 E's, each with rank 1; the rest is nobody's."""
    owner: Owner = {0: "Y", COLUMNS - 1: "E"}.get(place[1], "N")  # type: ignore[assignment]
    return owner, int(owner != "N")


def _neighbours(place: Place) -> list[Place]:
    """The up to eight tiles around ``place``."""
    lane, col = place
    return [near for near in PLACES if near != place and abs(near[0] - lane) <= 1 and abs(near[1] - col) <= 1]


def _threshold_value(effect: Effect) -> int | None:
    """The power an on_power_threshold effect waits for."""
    return effect.threshold.value if effect.threshold and effect.trigger == "on_power_threshold" else None
