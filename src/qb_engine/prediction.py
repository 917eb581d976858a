"""One reply ahead, exactly: what the enemy's answer does to your margin, over every hand it may hold.

For every hand the enemy plays the reply that is worst for you (ties by card id, lane, column), and passes when nothing
is legal or nothing beats passing. So each distinct placement is simulated once, and a card's best reply has the chance
that the card is in the hand and no better one is. docs/prediction.md explains it with an example.

Whole scores and threat maps go through ``Simulation``; the margins of all placements are worked out by one call of the
kernel, because ``Simulation`` plays the same rules on a copy for each of them and takes many times as long. A test
holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from math import comb
from types import SimpleNamespace
from typing import Any

from qb_engine.board_state import BoardState
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState, placements
from qb_engine.kernel.board import shown_owner, shown_rank
from qb_engine.kernel.layout import ENEMY, NO_TILE, State
from qb_engine.knowledge.belief import EnemyBelief, InferredEnemyDeck, Unseen, believe, infer_decks
from qb_engine.knowledge.habits import NO_HABITS, Habits
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import COLUMNS, LANES, TILES, Move, mirrored, tile_name, tile_turned
from qb_engine.scoring import MatchScore, compute_match_score
from qb_engine.simulation import Simulation

MAX_HANDS = 5_000
"""Hands are listed one by one only up to here; beyond, the exact chances of the cards must do."""


@dataclass(frozen=True, slots=True)
class HandHypothesis:
    """One hand the enemy may hold, and how likely it is."""

    cards: tuple[str, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class EnemyHandBelief:
    """Every possible hand; none are listed when there are too many, and then the engine's own belief must do."""

    hypotheses: tuple[HandHypothesis, ...]
    is_complete: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the enemy, None for a pass: your margin after it, and the chance that it comes."""

    move: Move | None
    margin: int
    weight: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """Every answer that may come, worst for you first. The weights sum to 1."""

    replies: tuple[Reply, ...]
    is_guess: bool
    expected_margin: float = field(init=False, compare=False)
    """Your margin after the answer, on average."""

    def __post_init__(self) -> None:
        # Worked out once: ranking asks for it again and again.
        object.__setattr__(self, "expected_margin", sum(reply.margin * reply.weight for reply in self.replies))

    @property
    def worst(self) -> Reply:
        """The answer that hurts most of all that may come."""
        return self.replies[0]

    @property
    def worst_margin(self) -> int:
        """Your margin after the worst answer."""
        return self.worst.margin


@dataclass(frozen=True, slots=True)
class EnemyMoveOutcome:
    """A reply with the whole score it leads to and the tiles it changes."""

    move: Move | None
    resulting_score: int
    match_score: MatchScore
    weight: float
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThreatMap:
    """What the enemy's next move may do: to the margin, to each lane, and to each tile it touches.

    Lane pressure is the change of the enemy's power minus that of yours; both pressures are weighted by chance.
    """

    outcomes: tuple[EnemyMoveOutcome, ...]
    best_enemy_score: int
    expected_enemy_score: float
    lane_pressure: tuple[float, ...]
    tile_pressure: dict[str, float]


class Forecaster:
    """Forecasts for many positions of one moment: what the enemy may hold is worked out once."""

    def __init__(self, view: PlayerView, belief: EnemyBelief) -> None:
        engine = view.engine
        self._view, self._engine, self.belief = view, engine, belief
        self._ids = belief.card_ids
        self._numbers = engine.numbers_row([engine.number(card_id) for card_id in self._ids])
        self._tiles = engine.numbers_row([0] * len(self._ids))
        self._margins = engine.numbers_row([0] * len(self._ids))
        self._rows = engine.rows(State, 2)
        self._ways = [
            (
                way.weight,
                draws,
                [(way.listed.get(card_id, 0), way.copies.get(card_id, 0)) for card_id in self._ids],
            )
            for way, draws in zip(belief.unseen, belief.draws, strict=True)
        ]
        self._moves: dict[tuple[int, int], Move] = {}

    def knowing(self, certain: tuple[str, ...]) -> Forecaster:
        """The forecaster that also knows these cards in the enemy's hand: your own move may have put them there."""
        if certain == self.belief.certain:
            return self
        return Forecaster(self._view, replace(self.belief, certain=certain))

    def after(self, cells: Any) -> Forecast:
        """The enemy's answer to the position in ``cells``; a game that is over has none."""
        engine = self._engine
        engine.kernel.copy_state(self._rows, cells)
        engine.kernel.score(self._rows, engine.tables, engine.rules, engine.work)
        total = engine.seen(engine.work).total
        staying = int(total[0]) - int(total[1])
        if engine.seen(cells).over or not self._ids:
            return Forecast((Reply(None, staying, 1.0),), self.belief.is_guess)
        engine.kernel.best_placements(
            self._rows, engine.tables, engine.rules, engine.work, ENEMY, self._numbers, self._tiles, self._margins
        )
        found = zip(map(int, self._margins), count(), map(int, self._tiles), strict=False)
        options = sorted(option for option in found if option[2] != NO_TILE and option[0] < staying)
        return Forecast(tuple(self._by_habit(self._replies(options, staying), staying)), self.belief.is_guess)

    def _by_habit(self, replies: Iterable[Reply], staying: int) -> Iterator[Reply]:
        """The replies of an enemy that passes in some turns by habit: those have the weight that is left."""
        passes = self.belief.habits.passes
        if not passes:
            yield from replies
            return
        laid = [replace(reply, weight=reply.weight * (1 - passes)) for reply in replies if reply.move is not None]
        yield from laid
        yield Reply(None, staying, 1 - sum(reply.weight for reply in laid))

    def _replies(self, options: Sequence[tuple[int, int, int]], staying: int) -> Iterator[Reply]:
        """Each option (margin, card, tile) with its chance, worst for you first, and the pass with what is left.

        Cards count in the order of their ids, so that sorting the options breaks ties as moves do.
        """
        better = [(0, 0)] * len(self._ways)
        left = 1.0
        for margin, card, tile in options:
            before = left
            if self._ids[card] in self.belief.certain:
                left = 0.0
            else:
                left = 0.0
                for number, (weight, draws, copies) in enumerate(self._ways):
                    better[number] = better[number][0] + copies[card][0], better[number][1] + copies[card][1]
                    left += weight * draws.none(*better[number])
            if before > left:
                yield Reply(self._move(card, tile), margin, before - left)
            if left == 0:
                return
        yield Reply(None, staying, left)

    def _move(self, card: int, tile: int) -> Move:
        """The placement as a value, made once: the same ones come back after every move of yours."""
        if (card, tile) not in self._moves:
            self._moves[card, tile] = Move(self._ids[card], *divmod(tile, COLUMNS))
        return self._moves[card, tile]


class PredictionEngine:
    """Predicts from what a player sees; ``stored_decks`` are opponents' lists that the player keeps.

    ``listed`` are the cards known to be in the deck of the opponent who is played against, ``habits`` how it plays.
    """

    def __init__(
        self,
        stored_decks: Sequence[Sequence[str]] = (),
        listed: Sequence[str] = (),
        habits: Habits = NO_HABITS,
    ) -> None:
        self._stored = tuple(tuple(deck) for deck in stored_decks)
        self._listed = tuple(listed)
        self.habits = habits

    # The core: views in, forecasts out.

    def belief(self, view: PlayerView, obs: EnemyObservation) -> EnemyBelief:
        """What the enemy may hold, and how it plays."""
        belief = believe(view, obs, self.infer_enemy_decks(obs, view.game))
        return belief if self.habits == NO_HABITS else replace(belief, habits=self.habits)

    def forecast(self, view: PlayerView, belief: EnemyBelief) -> Forecast:
        """The enemy's answer to the position of ``view``."""
        return self.forecaster(view, belief).after(view.cells)

    def forecaster(self, view: PlayerView, belief: EnemyBelief) -> Forecaster:
        """Forecasts for many positions of one moment, each the same as ``forecast`` gives."""
        return Forecaster(view, belief)

    # The specification's surface: games in, turned into views at once.

    def infer_enemy_decks(self, obs: EnemyObservation, state: GameState) -> InferredEnemyDeck:
        """The decks that fit what was seen."""
        return infer_decks(obs, state.ruleset, self._stored, state.engine.cards, self._listed)

    def infer_enemy_hand(self, state: GameState, obs: EnemyObservation, inferred: InferredEnemyDeck) -> EnemyHandBelief:
        """Every hand the enemy may hold, where they are few enough to list."""
        return list_hands(believe(PlayerView.of(state), obs, inferred))

    def enumerate_enemy_moves(self, state: GameState, hand: HandHypothesis) -> list[Move]:
        """The placements that the enemy could make with this hand."""
        return placements(PlayerView.of(state).board, "E", hand.cards)

    def simulate_enemy_move(self, state: GameState, move: Move | None) -> MatchScore:
        """The score after the enemy's move, or after its pass; the game stays as it is."""
        return score_after(PlayerView.of(state), move)

    def full_enemy_prediction(self, state: GameState, obs: EnemyObservation) -> ThreatMap:
        """The threat map of the enemy's next move."""
        view = PlayerView.of(state)
        return self.compute_threat_map(view, self.forecast(view, self.belief(view, obs)))

    def compute_threat_map(self, view: PlayerView, forecast: Forecast) -> ThreatMap:
        """The forecast with whole scores and pressures; scores from a subclass that simulates in its own way."""
        ours = type(self).simulate_enemy_move is PredictionEngine.simulate_enemy_move
        return threat_map(view, forecast, None if ours else lambda move: self.simulate_enemy_move(view.game, move))


def turned(forecast: Forecast) -> Forecast:
    """The forecast in mirrored columns: a view is always seen from the left, the board has two ends."""
    replies = (replace(reply, move=None if reply.move is None else mirrored(reply.move)) for reply in forecast.replies)
    return replace(forecast, replies=tuple(replies))


def threats_turned(threats: ThreatMap) -> ThreatMap:
    """The threat map in mirrored columns."""
    outcomes = (
        replace(
            outcome,
            move=None if outcome.move is None else mirrored(outcome.move),
            tiles=tuple(sorted(map(tile_turned, outcome.tiles))),
        )
        for outcome in threats.outcomes
    )
    pressure = {tile_turned(tile): weight for tile, weight in threats.tile_pressure.items()}
    return replace(threats, outcomes=tuple(outcomes), tile_pressure=dict(sorted(pressure.items())))


def threat_map(
    view: PlayerView, forecast: Forecast, simulate: Callable[[Move | None], MatchScore] | None = None
) -> ThreatMap:
    """The forecast with whole scores, from ``simulate`` where it is given, and pressures."""
    before = view.score
    touched: dict[str, float] = {}
    pressure = [0.0] * LANES
    outcomes = []
    for reply in forecast.replies:
        after, tiles = _outcome(view, reply.move)
        after = after if simulate is None else simulate(reply.move)
        outcomes.append(EnemyMoveOutcome(reply.move, reply.margin, after, reply.weight, tiles))
        for lane in range(LANES):
            gain = after.lanes[lane].power_enemy - before.lanes[lane].power_enemy
            loss = after.lanes[lane].power_you - before.lanes[lane].power_you
            pressure[lane] += reply.weight * (gain - loss)
        for tile in tiles:
            touched[tile] = touched.get(tile, 0.0) + reply.weight
    margins = forecast.worst_margin, forecast.expected_margin
    return ThreatMap(tuple(outcomes), *margins, tuple(pressure), dict(sorted(touched.items())))


def list_hands(belief: EnemyBelief) -> EnemyHandBelief:
    """Every hand with its chance, the likelier first; incomplete and empty when there are more than MAX_HANDS."""
    chances: dict[tuple[str, ...], float] = {}
    for way in belief.unseen or (Unseen({}, 1.0),):
        if comb(way.size + sum(way.listed.values()), belief.unknown) > MAX_HANDS:
            return EnemyHandBelief((), is_complete=False)
        for hand, chance in _hands_of(way, belief.unknown):
            key = tuple(sorted((*hand, *belief.certain)))
            chances[key] = chances.get(key, 0.0) + way.weight * chance
    ordered = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    return EnemyHandBelief(tuple(HandHypothesis(hand, chance) for hand, chance in ordered), is_complete=True)


def _hands_of(way: Unseen, unknown: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every hand of one way with its chance: so many listed cards, the others of the pool."""
    listed = [card_id for card_id, copies in sorted(way.listed.items()) for _ in range(copies)]
    pool = [card_id for card_id, copies in sorted(way.copies.items()) for _ in range(copies)]
    slots = min(way.slots, len(pool)) if listed else len(pool)
    drawn = min(unknown, len(listed) + slots)
    for known in range(max(0, drawn - slots), min(drawn, len(listed)) + 1):
        share = comb(slots, drawn - known) / comb(len(listed) + slots, drawn) / comb(len(pool), drawn - known)
        for held in combinations(listed, known):
            for others in combinations(pool, drawn - known):
                yield (*held, *others), share


def score_after(view: PlayerView, move: Move | None) -> MatchScore:
    """The score after the enemy's ``move``, or as it is after a pass."""
    return _outcome(view, move)[0]


def _outcome(view: PlayerView, move: Move | None) -> tuple[MatchScore, tuple[str, ...]]:
    """The score after the enemy's move, and the tiles that changed."""
    if move is None:
        return compute_match_score(view.board), ()
    state = Simulation(view.game).after_free("E", move)
    pairs = zip(_looks(view.board), _looks(state.board), strict=True)
    changed = tuple(tile_name(*divmod(index, COLUMNS)) for index, (old, new) in enumerate(pairs) if old != new)
    return state.score(), changed


def _looks(board: BoardState) -> list[tuple[int, ...]]:
    """What each tile shows: owner, rank, card, its side and its power."""
    record = board.record
    names = ("owner", "rank", "card", "card_owner", "power")
    seen: Any = SimpleNamespace(**{name: list(map(int, getattr(record, name))) for name in names})
    return [
        (shown_owner(seen, tile), shown_rank(seen, tile), seen.card[tile], seen.card_owner[tile], seen.power[tile])
        for tile in range(TILES)
    ]
