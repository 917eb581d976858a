"""The live coach as a conversation, from its first question on.

A line is an answer to an open question, an answer to a question of the start, or a command. Whatever is refused leaves
the match as it was and says what to type instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kernelkit.spoken import SpokenError, sentence
from mazzo.coach.afterwards import can_review, has_own_move, reviewed
from mazzo.coach.deep_look import DeepCoach, Deeper
from mazzo.coach.errors import CoachError
from mazzo.coach.files import Copied, copied, loaded, saved
from mazzo.coach.matches import Matches, NamedEnemy
from mazzo.coach.opponent import learned
from mazzo.coach.table import LESS, MORE
from mazzo.decks.names import NameBook, PassingNames
from mazzo.decks.shelf import DeckShelf
from mazzo.decks.store import StoredDeck
from mazzo.dialogue.coach_questions import QUESTIONS
from mazzo.dialogue.coach_repair import adopt, fix, repair_hint, sync_board, sync_hand, sync_turn
from mazzo.dialogue.coach_setup import Interview, KeptNameError, deck_name
from mazzo.dialogue.coach_steps import STEPS, entered, told
from mazzo.dialogue.conversation import Conversation, Instead, Question, Reply, TableTalk
from mazzo.dialogue.naming import forget, names, teach
from mazzo.dialogue.play_errors import OFF_WORDS, ON_WORDS
from mazzo.dialogue.verbs import COACH, NO_WORDS, YES_WORDS, Typed, bare_mulligan, command_in
from mazzo.errors import DeckNameError
from mazzo.play.files import Files
from mazzo.play.terms import SAMPLE_SEED
from mazzo.words.afterwards import costliest_lines
from mazzo.words.coach import (
    DECK_NAME,
    GOING_ON,
    HABITS_UNUSED,
    HABITS_USED,
    KEEP_DECK,
    KEPT,
    LESS_FROM_NOW,
    MORE_FROM_NOW,
    NEW_MATCH,
    SAMPLE,
    answered,
    deep_lines,
    expected,
    expected_by_ear,
    redrawn,
)
from mazzo.words.decks import DeckWords
from mazzo.words.opponent import habit_lines, history_lines, learned_line, named_line
from mazzo.words.table import GOODBYE, SAVED, Words
from qb_engine.coaching import CoachingEngine
from qb_engine.knowledge.habits import NO_HABITS
from qb_engine.match.habits import HabitCounts
from qb_engine.match.log import Step
from qb_engine.words.review import review_lines
from qb_engine.words.voice import Voice, capitalised

AT_ANY_TIME = ("help", "quit", "new", "again", "load", "less", "more", "side", "habits", "name", "names", "forget")
"""Commands that are understood while a match is being set up."""


class MovedMatchError(CoachError):
    """Somebody else has entered a step since the match was last read here."""

    template = sentence("match {number} went on elsewhere, perhaps in another window, and nothing was entered here")
    remedy = sentence("Type quit, then mazzo coach")


class CoachSession(Conversation):
    """A person at the coach, from the first question to the last word.

    ``keeps`` says that a match that is left can be resumed: those of a script cannot.
    """

    def __init__(
        self,
        matches: Matches,
        voice: Voice,
        given: dict[str, str] | None = None,
        shelf: DeckShelf | None = None,
        deep: DeepCoach | None = None,
        *,
        files: Files,
        keeps: bool = True,
        names: NameBook | None = None,
    ) -> None:
        super().__init__(Words(voice))
        self.names = names or PassingNames()
        self.matches, self.seats = matches, matches.seats
        self._files = files
        self.shelf = shelf or DeckShelf()
        self.deep = deep
        self._keeps = keeps
        self.stream = ""
        self._deeper: Deeper | None = None
        self.setup: Interview | None = None
        self._given = given or {}
        self._told_cost: tuple[str, int] | None = None

    # From outside.

    def open(self, *, new: bool = False, sample_seed: int | None = None, steps: Sequence[Step] = ()) -> Reply:
        """Sit down: go on with the last match, or begin one; ``steps`` are of a match that began elsewhere."""
        if steps:
            return self.guarded(lambda: self._begin_after(steps))
        unfinished = None if new or sample_seed is not None or self._given else self.matches.unfinished()
        if unfinished is None:
            return self.guarded(lambda: self._begin(sample_seed))
        self.sit(unfinished)
        number = self.matches.number(unfinished)
        greeting = [self.words.say(GOING_ON, number=number), *self.seat_lines()]
        return self.guarded(lambda: [*greeting, *told(self.table, len(self.table.match.steps) - 1)])

    @property
    def has_more(self) -> bool:
        """Whether a deep look follows the advice."""
        is_free = self.setup is None and self.table.question is None and not self.is_done
        return self.deep is not None and is_free and (self.table.can_be_deepened or self._can_look_back)

    @property
    def _can_look_back(self) -> bool:
        """Whether the match has just ended and nobody has said yet which move cost most."""
        is_new = self.table.match.phase == "over" and self._told_cost != self._ending
        return is_new and has_own_move(self.table) and can_review(self._iterations)

    @property
    def _iterations(self) -> int | None:
        """How long a review looks at each move, where that was asked for."""
        return None if self.deep is None else self.deep.asked.iterations

    @property
    def _ending(self) -> tuple[str, int]:
        return self.stream, len(self.table.match.steps)

    def get_ready(self) -> None:
        """Begin to fetch what a deep look needs; the first words come before that."""
        if self.deep is not None:
            self.deep.rules.fetch()

    def go_on(self) -> Reply:
        """What a deep look makes of the advice; nothing when it is cancelled, or cannot be made yet. Nothing follows.

        Where the first answer was the last thing said, the deeper one may be written over it.
        """
        shown, self._deeper = self.said_last(), None
        reply = replace(self.guarded(self._looked, follows=True), more=False)
        if self._deeper is None or not reply.ok:
            return reply
        first, then = redrawn(self._deeper, self.words)
        self.remember([*shown[: len(shown) - len(first)], *then] if shown[-len(first) :] == first else reply.lines)
        return replace(reply, instead=Instead(len(first), then)) if shown[-len(first) :] == first else reply

    def _looked(self) -> list[str]:
        if self.table.match.phase == "over":
            self._told_cost = self._ending
            return costliest_lines(reviewed(self.table, self._iterations), self.words)
        found = None if self.deep is None else self.deep.look(self.table)
        self._deeper = found if isinstance(found, Deeper) else None
        if not self.table.is_held or self.table.match.phase != "your_play":
            return deep_lines(found, self.words, gives_cards=self.table.gives_cards)
        # Nothing was answered yet: now it is, once, as deeply as there was time for.
        self.table.is_held = False
        said = answered(self.table.listed().answer, self.words)
        if self._deeper is not None:
            self._deeper = None
            return said
        return [*said, *deep_lines(found, self.words, gives_cards=self.table.gives_cards)]

    @property
    def prompt(self) -> str:
        """What is expected now."""
        if self.table.question is not None:
            return self.table.question.prompt
        if self.setup is not None:
            return self.setup.prompt(self.words)
        return capitalised(expected(self.table.match.phase, self.words))

    @property
    def prompt_line(self) -> str:
        """The prompt before the cursor; by ear, in a match, without the examples that help has."""
        if not self.words.voice.aloud or self.setup is not None or self.table.question is not None:
            return super().prompt_line
        return expected_by_ear(self.table.match.phase, self.words) + ". "

    def went_on_elsewhere(self) -> MovedMatchError:
        """The match went on in another window."""
        return MovedMatchError(number=self.matches.number(self.stream))

    def handle(self, line: str) -> Reply:
        """Take one line."""
        self.table.decision = None
        return super().handle(line)

    # A line.

    def do(self, line: str) -> list[str]:
        """An answer to a question of the start, or a command."""
        if self.setup is not None:
            return self._set_up(line)
        is_mulligan = self.table.match.phase == "mulligan"
        if not line.strip() and not is_mulligan:
            return []
        typed = command_in(COACH, line) or (bare_mulligan(COACH, line) if is_mulligan else None)
        if typed is None:
            return entered(self.table, line)
        if typed.verb.name == "opponent" and typed.rest:
            return [*self._name_enemy(typed.rest), *self._history()]
        if self.table.match.phase == "start" and typed.verb.name not in AT_ANY_TIME:
            self.table.need("mulligan", typed)
        work = QUESTIONS.get(typed.verb.name) or STEPS.get(typed.verb.name)
        if work is not None:
            return [*work(self.table, typed), *(self._history() if typed.verb.name == "opponent" else [])]
        return self._commands()[typed.verb.name](typed)

    def _commands(self) -> dict[str, Callable[[Typed], list[str]]]:
        table = self.table

        def after() -> list[str]:
            return told(table, len(table.match.steps))

        return {
            "fix": lambda typed: [*fix(table, typed), *after()],
            "sync hand": lambda typed: sync_hand(table, typed, after),
            "sync board": lambda typed: sync_board(table, typed, after),
            "sync turn": lambda typed: sync_turn(table, typed, after),
            "adopt": lambda typed: [*adopt(table, typed, self.matches.remember_rules), *after()],
            "save enemy": self._save_enemy,
            "save": lambda typed: [self.words.say(SAVED, file=self._saved(typed))],
            "load": self._load,
            "review": lambda _typed: review_lines(reviewed(table, self._iterations), self.words.voice),
            "copy": lambda typed: copied(table, _copied(table, typed), self.words.voice.seat).splitlines(),
            **self._at_any_time(),
        }

    def _at_any_time(self) -> dict[str, Callable[[Typed], list[str]]]:
        return {
            "again": lambda _typed: self.said_last(),
            "less": lambda _typed: self._set_detail(LESS, LESS_FROM_NOW),
            "more": lambda _typed: self._set_detail(MORE, MORE_FROM_NOW),
            "new": lambda typed: self._begin(SAMPLE_SEED if typed.rest else None),
            "help": lambda _typed: COACH.help(self.words),
            "quit": self._quit,
            "load": self._load,
            "side": self._change_seats,
            "habits": self._set_habits,
            "name": lambda typed: teach(self.table, typed),
            "names": lambda typed: names(self.table, typed, self._files),
            "forget": lambda typed: forget(self.table, typed),
        }

    # The start.

    def _begin(self, sample_seed: int | None) -> list[str]:
        """A new match: a sample is dealt, any other asks its questions."""
        self.sit(self.matches.fresh(sample_seed), is_new=True)
        if sample_seed is not None:
            return [self.words.say(SAMPLE), *self.seat_lines(), *told(self.table, 0)]
        self.setup = Interview(self._given.get("rules") or self.matches.rules(), self._given)
        self._given = {}
        begun = self.words.say(NEW_MATCH, rules=self.setup.setup.rules)
        return [begun, *self.seat_lines(), *self._answer_given()]

    def _begin_after(self, steps: Sequence[Step]) -> list[str]:
        """A new match with these steps made; what there is to know now, without how it came to that."""
        self.sit(self.matches.fresh(), is_new=True)
        self.table.match.enter(steps)
        return [*self.seat_lines(), *told(self.table, len(steps))]

    def _answer_given(self) -> list[str]:
        """Answer from the command line as far as it goes; a wrong word there is an error like any other."""
        lines: list[str] = []
        while self.setup is not None and self.table.question is None and (given := self.setup.given()) is not None:
            lines += self.resumable(given)
        return lines

    def _set_up(self, line: str) -> list[str]:
        assert self.setup is not None
        command = self._command_in(line)
        if command is not None:
            return self._at_any_time()[command.verb.name](command)
        lines = self.setup.answer(self.table, line)
        if self.setup.typed and self.shelf.can_keep:
            self._offer_to_keep(self.setup.typed)
            return lines
        if not self.setup.is_done:
            return [*lines, *self._answer_given()]
        setup, self.setup = self.setup.setup, None
        try:
            setup.begin(self.table.match)
        except SpokenError:
            self.setup = Interview(setup.rules)
            raise
        if setup.named is not None:
            self._named(setup.named)
        return [*self._history(), *told(self.table, 0)]

    def _named(self, enemy: NamedEnemy) -> None:
        self.matches.name_enemy(self.stream, enemy)
        self.table.enemy = enemy
        self._take_habits()

    def _name_enemy(self, name: str) -> list[str]:
        """Who is played against, in the middle of a match too: the list counts from now on, and grows at the end."""
        known = self.shelf.opponent(name)
        enemy = NamedEnemy(known.name if known else name)
        self._named(enemy)
        return [named_line(enemy.name, known.card_ids if known else (), self.words)]

    def _history(self) -> list[str]:
        """How often this opponent was met before, and how that went."""
        name = None if self.table.enemy is None else self.table.enemy.name
        if name is None:
            return []
        counts = self._habit_counts() if self.matches.uses_habits() else HabitCounts()
        history = history_lines(name, self.matches.history(name, self.stream), self.words)
        return [*history, *habit_lines(name, counts, self.words)]

    def _habit_counts(self) -> HabitCounts:
        """What the kept matches say of this opponent's habits."""
        name = None if self.table.enemy is None else self.table.enemy.name
        return HabitCounts() if name is None else self.matches.habits(name, self.stream)

    def _take_habits(self) -> None:
        """Let the advice count on what this opponent usually does, unless that is switched off."""
        self.table.habits = self._habit_counts().habits if self.matches.uses_habits() else NO_HABITS

    def _set_habits(self, typed: Typed) -> list[str]:
        word = typed.rest.casefold()
        if word not in ON_WORDS | OFF_WORDS:
            raise self.table.incomplete(typed)
        self.matches.use_habits(used=word in ON_WORDS)
        self._take_habits()
        said = [self.words.say(HABITS_USED if word in ON_WORDS else HABITS_UNUSED)]
        if self.setup is not None:
            return said
        return [*said, *self._history(), *told(self.table, len(self.table.match.steps))]

    def _save_enemy(self, typed: Typed) -> list[str]:
        kept = learned(self.table, _rest(self.table, typed))
        self._named(NamedEnemy(kept.name))
        return [learned_line(kept, self.words)]

    def _offer_to_keep(self, cards: Sequence[str], prompt: str = KEEP_DECK) -> None:
        """Ask for a name under which a deck that was typed is kept; nothing and no leave it."""

        def answer(text: str) -> list[str]:
            word = text.strip().casefold()
            if word in YES_WORDS:
                self._offer_to_keep(cards, DECK_NAME)
                return []
            if not word or word in NO_WORDS:
                self.table.question = None
                return self._answer_given()
            if (command := self._command_in(text)) is not None:
                return self._at_any_time()[command.verb.name](command)
            deck = StoredDeck(deck_name(text), tuple(cards))
            try:
                self.shelf.keep(deck)
            except DeckNameError as error:
                raise KeptNameError(name=deck.name) from error
            self.table.question = None
            return [DeckWords(self.words.voice.language).kept(deck), *self._answer_given()]

        self.table.question = Question(self.words.say(prompt), answer)

    def _command_in(self, line: str) -> Typed | None:
        """The command, if the line is one of those that are understood at any time."""
        typed = command_in(COACH, line)
        return typed if typed is not None and typed.verb.name in AT_ANY_TIME else None

    def sit(self, stream: str, *, is_new: bool = False) -> None:
        """Take the match of a stream, as it is now."""
        detail = self.table.detail if hasattr(self, "table") else None
        self.stream = stream
        self.setup = None
        coach = CoachingEngine()
        game = self.matches.sample(stream)
        match = self.matches.match(stream) if game is None else game.match
        self.table = TableTalk(match, coach, self.shelf, game, game is not None, words=self.words)
        self.table.names = self.names
        self.table.holds = self.deep is not None and self.words.voice.aloud
        self.table.detail = detail or self.table.detail
        self.table.enemy = self.matches.enemy_of(stream)
        self._take_habits()
        self.take_seat(stream, is_new=is_new)

    def _change_seats(self, typed: Typed) -> list[str]:
        """Sit on the other side; the table as it looks from there."""
        said = self.change_seats(typed, self.stream)
        return said if self.setup is not None else [*said, *told(self.table, len(self.table.match.steps))]

    # The rest.

    def tiles_instead(self, error: SpokenError) -> list[str]:
        """After a refused move the tiles that would do, and what to type if it is true nevertheless."""
        return [*super().tiles_instead(error), *repair_hint(self.table, error)]

    def _set_detail(self, detail: int, key: str) -> list[str]:
        self.table.detail = detail
        return [self.words.say(key)]

    def _load(self, typed: Typed) -> list[str]:
        """A match from a file becomes a new match here; a file that does not fit leaves everything as it was."""
        game = loaded(self._files, _rest(self.table, typed))
        self.seat_asked = game.seat
        self.sit(self.matches.loaded(game))
        return [*self.seat_lines(), *told(self.table, len(self.table.match.steps))]

    def _saved(self, typed: Typed) -> str:
        return saved(self.table, self._files, _rest(self.table, typed), self.words.voice.seat)

    def _quit(self, _typed: Typed) -> list[str]:
        self.is_done = True
        return self.kept() or [self.words.say(GOODBYE)]

    def kept(self) -> list[str]:
        """How to go on with the match, where it goes on and something keeps it."""
        if not self._keeps or self.table.match.phase in ("start", "over"):
            return []
        return [self.words.say(KEPT)]


COPIES: dict[str, Copied] = {
    "pos": "pos", "position": "pos", "posizione": "pos",
    "game": "game", "match": "game", "partita": "game",
    "deck": "deck", "mazzo": "deck",
}  # fmt: skip


def _copied(table: TableTalk, typed: Typed) -> Copied:
    """What is to be copied."""
    if typed.rest.casefold() not in COPIES:
        raise table.incomplete(typed)
    return COPIES[typed.rest.casefold()]


def _rest(table: TableTalk, typed: Typed) -> str:
    """What stands after the command, without which it is not whole."""
    if not typed.rest:
        raise table.incomplete(typed)
    return typed.rest
