"""Queen's Blood for an assistant: one match at a time, in memory, and every question about it.

The match is a live match, as the coach mirrors one: it holds nothing that its player does not see. Against the computer
the console beside it deals and answers.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from kernelkit.journal import MemoryJournal
from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.questions import judged, ledger, tried, what_if
from mazzo.coach.situation import situation
from mazzo.coach.table import CoachTable
from mazzo.decks.reading import DeckReader
from mazzo.dialogue.reported import meant, place_of, report
from mazzo.mcp.errors import (
    MatchGoesOnError,
    NoMatchError,
    NoOpeningHandError,
)
from mazzo.mcp.inputs import Explain, FindCard, NewMatch, Nothing, Recommend, Report, ReviewMatch, WhatIf
from mazzo.play.levels import read_level
from mazzo.play.setup import SEEDS
from mazzo.play.table_game import TableGame
from mazzo.play.terms import Terms, dealt
from mazzo.schemas.assistant import (
    AdviceAnswer,
    CardsAnswer,
    FoundCard,
    JudgedMove,
    MatchAnswer,
    ReviewAnswer,
    SaidAnswer,
    SuggestedMove,
)
from mazzo.schemas.document import rounded
from mazzo.words.assistant import AFTER_ADVICE, AFTER_CARDS, AFTER_REVIEW, AFTER_WORDS, NEXT_STEPS, tile_line
from mazzo.words.coach import step_line, tried_lines
from mazzo.words.table import Words
from qb_engine.advice import answers
from qb_engine.advice.answer import RankedMove, answer_of, listed
from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, MoveEvaluation
from qb_engine.deck import Deck
from qb_engine.live_match import LiveMatch
from qb_engine.match.files import game_of
from qb_engine.models import OPENING_HAND, Card
from qb_engine.moves import LANE_LETTERS, Move, Side, tile_name
from qb_engine.review.judge import review_game
from qb_engine.review.lessons import lessons
from qb_engine.ruleset import Ruleset
from qb_engine.words.abilities import describe, describe_pattern
from qb_engine.words.answer import answer_words
from qb_engine.words.moves import reason_words, risk_words
from qb_engine.words.review import lesson_words
from qb_engine.words.scores import ledger_line
from qb_engine.words.voice import Voice
from qb_engine.words.why import why_lines, why_not_lines


@dataclass(slots=True)
class MatchDesk:
    """The match that is under way, if one is."""

    language: str
    decks: DeckReader = field(default_factory=lambda: DeckReader(lambda: ()))
    _table: CoachTable | None = None
    _told: int = 0

    @property
    def _words(self) -> Words:
        return Words(Voice(self.language))

    @property
    def _now(self) -> CoachTable:
        """The match; NoMatchError before there is one."""
        if self._table is None:
            raise NoMatchError
        return self._table

    def _say(self, key: str) -> str:
        return self._words.say(key)

    # Beginning and reporting.

    def new_match(self, asked: NewMatch) -> MatchAnswer:
        """Begin a match; the one before it is forgotten."""
        ruleset = Ruleset.parse(asked.rules)
        deck = Deck(self.decks.read(asked.deck), ruleset)
        enemy = None if asked.enemy_deck is None else Deck(self.decks.read(asked.enemy_deck), ruleset)
        table = self._dealt(asked, deck, enemy) if asked.mode == "computer" else self._mirrored(asked, deck, enemy)
        self._table, self._told = table, 1
        return self.show(Nothing())

    def _dealt(self, asked: NewMatch, deck: Deck, enemy: Deck | None) -> CoachTable:
        """A match against the computer."""
        seed = secrets.randbelow(SEEDS) if asked.seed is None else asked.seed
        deal = dealt(deck.ruleset, deck, enemy, seed, asked.first)
        terms = Terms(deal, read_level(str(asked.level)))
        game = TableGame(1, terms, MemoryJournal(), MemoryJournal())
        return CoachTable(game.match, CoachingEngine(), game=game, gives_cards=True)

    def _mirrored(self, asked: NewMatch, deck: Deck, enemy: Deck | None) -> CoachTable:
        """A match that is played elsewhere."""
        hand = [meant(text, deck, self._words) for text in asked.hand]
        if len(hand) != OPENING_HAND:
            raise NoOpeningHandError(count=OPENING_HAND, there=len(hand))
        match = LiveMatch(MemoryJournal())
        known = None if enemy is None else enemy.card_ids
        first: Side = "E" if asked.first == "enemy" else "Y"
        match.start(hand, first=first, rules=asked.rules, deck=deck.card_ids, enemy_deck=known)
        return CoachTable(match, CoachingEngine())

    def report(self, asked: Report) -> MatchAnswer:
        """Enter what happened; the computer answers at once."""
        table = self._now
        report(table, asked, self._words)
        self._told = min(self._told, len(table.match.steps))
        return self.show(Nothing())

    def show(self, _asked: Nothing) -> MatchAnswer:
        """The match as it stands, and what is new in it."""
        table = self._now
        now = situation(table, self._told)
        self._told = len(table.match.steps)
        game, score, words = now.game, now.game.score(), self._words
        is_over = now.phase == "over"
        return MatchAnswer(
            mode="console" if table.game is None else "computer",
            rules=game.ruleset.name,
            phase=now.phase,
            turn=game.turn,
            news=[step_line(step, words) for step in now.new],
            board=[tile_line(tile, words) for tile in game.board.tiles if tile.owner != "N"],
            lanes=[f"{LANE_LETTERS[lane.lane_index]} {lane.power_you}:{lane.power_enemy}" for lane in score.lanes],
            scores={"Y": score.total_you, "E": score.total_enemy},
            hand=[words.card(card_id) for card_id in now.hand],
            enemy_hand_count=table.match.state.enemy_hand_count,
            legal=self._legal(table) if now.phase == "your_play" else [],
            winner=score.winner if is_over else None,
            next_step=self._say(NEXT_STEPS[now.phase]),
        )

    def _legal(self, table: CoachTable) -> list[str]:
        """A line for each card that can be laid, with its tiles."""
        tiles: dict[str, list[str]] = {}
        for move in table.match.state.game.legal_moves("Y"):
            tiles.setdefault(move.card_id, []).append(tile_name(move.lane_index, move.col_index))
        return [f"{self._words.card(card_id)}: {' '.join(places)}" for card_id, places in tiles.items()]

    # Asking.

    def recommend(self, asked: Recommend) -> AdviceAnswer:
        """The coach's moves for this moment."""
        table = self._now
        if asked.iterations and table.match.phase == "your_play":
            DeepCoach(Look(iterations=asked.iterations)).look(table)
        advice = table.advice()
        answer = answer_of(advice)
        return AdviceAnswer(
            answer=None if answer is None else answer_words(answer, self._words.voice),
            level=advice.level,
            iterations=advice.iterations,
            is_exact=advice.is_exact,
            legal_count=sum(move.move is not None for move in advice.moves),
            moves=[self._suggested(one) for one in listed(advice, asked.top)],
            next_step=self._say(AFTER_ADVICE),
        )

    def _suggested(self, one: RankedMove) -> SuggestedMove:
        voice, move = self._words.voice, one.move
        return SuggestedMove(
            move=str(move.candidate),
            card="pass" if move.move is None else self._words.card(move.move.card_id),
            is_as_good=one.is_as_good,
            merit=rounded(move.merit),
            win_chance=None if move.win_chance is None else rounded(move.win_chance),
            interval=None if move.interval is None else (rounded(move.interval[0]), rounded(move.interval[1])),
            reasons=[reason_words(reason, voice) for reason in one.reasons],
            risk=None if one.risk is None else risk_words(one.risk, voice),
        )

    def explain(self, asked: Explain) -> SaidAnswer:
        """Why a move, or where the power on a tile comes from."""
        table, place = self._now, place_of(asked.tile)
        if asked.card is None:
            found = ledger(table, place)
            tile = table.match.state.game.board.tile(*place)
            line = self._words.tile(tile) if found is None else ledger_line(found, self._words.voice)
            return self._said([line])
        advice = table.advice()  # whether it is your move is said before whether the card can be laid
        move = Move(meant(asked.card, table.match.state.hand, self._words), *place)
        return self._said(self._judged_lines(advice, judged(table, move, advice).move))

    def _judged_lines(self, advice: CoachingRecommendation, move: MoveEvaluation) -> list[str]:
        """Why the move, and unless it is the first, what it gives away."""
        voice = self._words.voice
        said = why_lines(answers.why(advice, move), voice)
        is_first = move is advice.primary
        return said if is_first else [*said, *why_not_lines(answers.why_not(advice, move), voice)]

    def what_if(self, asked: WhatIf) -> SaidAnswer:
        """What would follow a move that nobody makes."""
        table, place = self._now, place_of(asked.tile)
        if asked.side == "enemy":
            move = Move(meant(asked.card, None, self._words), *place)
            return self._said(tried_lines(tried(table.match.state.game, "E", move), self._words))
        table.advice()
        found = what_if(table, Move(meant(asked.card, None, self._words), *place))
        return self._said(why_lines(answers.why(found.advice, found.move), self._words.voice))

    def _said(self, lines: Iterable[str]) -> SaidAnswer:
        return SaidAnswer(said=[line.strip() for line in lines if line.strip()], next_step=self._say(AFTER_WORDS))

    def review(self, asked: ReviewMatch) -> ReviewAnswer:
        """The finished match, judged; MatchGoesOnError while it goes on."""
        table = self._now
        if table.match.phase != "over":
            raise MatchGoesOnError
        record = game_of(table.match.steps) if table.game is None else table.game.record()
        review = review_game(record, "Y", iterations=asked.iterations, seed=0)
        flagged = sorted((move for move in review.own if move.flag is not None), key=lambda move: -move.points_lost)
        return ReviewAnswer(
            iterations=review.iterations,
            judged_moves=len(review.own),
            mistakes=[
                JudgedMove(
                    turn=move.moment.turn,
                    played=self._named(move.played),
                    better=self._named(move.best),
                    points_lost=move.points_lost,
                    flag=move.flag,
                )
                for move in flagged
                if move.flag is not None
            ],
            lessons=[lesson_words(lesson, self._words.voice) for lesson in lessons(review)],
            next_step=self._say(AFTER_REVIEW),
        )

    def _named(self, move: Move | None) -> str:
        """``Zu (031) M3``, or the word for a pass."""
        if move is None:
            return "pass"
        return f"{self._words.card(move.card_id)} {tile_name(move.lane_index, move.col_index)}"

    def find_card(self, asked: FindCard) -> CardsAnswer:
        """The cards that a text may mean."""
        found = read_card(asked.text)
        cards = found.cards if isinstance(found, CardChoice) else (found,)
        return CardsAnswer(cards=[self._found(card) for card in cards], next_step=self._say(AFTER_CARDS))

    def _found(self, card: Card) -> FoundCard:
        return FoundCard(
            card=self._words.card(card.id),
            category=card.category,
            cost=card.cost,
            power=card.power,
            pattern=describe_pattern(card, self.language),
            abilities=describe(card, shipped().effects, self.language),
        )
