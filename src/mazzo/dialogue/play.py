"""A game against the computer as a conversation: a line is a command or a move, and the enemy answers by itself."""

from __future__ import annotations

from collections.abc import Callable

from kernelkit.spoken import sentence
from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.table import LESS, MORE, CoachTable, Question
from mazzo.dialogue.coach_questions import QUESTIONS
from mazzo.dialogue.conversation import Conversation, Reply, refusal
from mazzo.dialogue.entry import meant_move, returned_places
from mazzo.dialogue.play_errors import (
    HINTS,
    OFF_WORDS,
    ON_WORDS,
    HintsOffError,
    MulliganOverError,
    NoMulliganHintError,
    NotWhileMulliganError,
    NotYourTurnError,
    OnOrOffError,
    read_command,
)
from mazzo.dialogue.verbs import YES_WORDS, Typed, split_move, verb_named
from mazzo.errors import OutputError
from mazzo.play.errors import GameOverError, MovedGameError
from mazzo.play.files import SUFFIX, NotOverError, write_game
from mazzo.play.games import Games
from mazzo.play.table_game import TableGame
from mazzo.play.terms import Terms
from mazzo.storage.files_out import Target, checked_target
from mazzo.words.coach import Words
from mazzo.words.play import (
    end_lines,
    help_lines,
    move_lines,
    score_lines,
    start_lines,
    step_lines,
    taken_back_lines,
    turn_lines,
    whole_hand_lines,
)
from qb_engine.chronicle.chronicle import trace
from qb_engine.coaching import CoachingEngine
from qb_engine.simulation import Simulation
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import Voice

PROMPTS = {
    "mulligan": sentence("Cards to return, by number such as 2 5, or Enter to keep all"),
    "your_play": sentence("Your move: card and tile, pass, or help"),
    "over": sentence("Type new, save FILE or quit"),
    "enemy_play": sentence("Enter to go on"),
    "your_draw": sentence("Enter to go on"),
}
"""What is asked in each phase; the last two only when the step that should have followed could not be written."""


class PlaySession(Conversation):
    """A person at the table. ``deal`` gives the terms of a new game, ``place`` the file a finished game goes to.

    ``keeps`` says that a game which is left can be gone on with: those of a script cannot.
    """

    def __init__(
        self,
        games: Games,
        voice: Voice,
        deal: Callable[[], Terms],
        place: Callable[[int], Target | None],
        *,
        hints: bool = False,
        keeps: bool = True,
    ) -> None:
        super().__init__(Words(voice))
        self._games, self._deal, self._place = games, deal, place
        self._keeps = keeps
        self.has_hints = hints
        self._deep = DeepCoach(Look())
        self.game: TableGame
        self._told = 0

    # From outside.

    def begin(self) -> Reply:
        """Sit down to a new game."""
        return self.guarded(self._begin)

    def resume(self, number: int) -> Reply:
        """Go on with the game of this number; UnknownGameError when there is none."""
        self._sit(self._games.numbered(number))
        return self.guarded(self._resumed)

    def close(self) -> None:
        """Get up from the table."""
        self._deep.close()

    @property
    def prompt(self) -> str:
        """What is expected now."""
        question = self.table.question
        return self.words.say(PROMPTS[self.game.phase]) if question is None else question.prompt

    @property
    def has_more(self) -> bool:
        """Whether the enemy moves, or you draw, before anything is asked."""
        return self.game.is_waiting

    @property
    def is_thinking(self) -> bool:
        """Whether what follows is a move that the enemy has to find first."""
        return self.game.phase == "enemy_play"

    def go_on(self) -> Reply:
        """The enemy's move, then your draw; on your turn what there is to know."""
        return self.guarded(self._went_on, follows=True)

    def went_on_elsewhere(self) -> MovedGameError:
        """The game went on in another window."""
        return MovedGameError(number=self.game.number)

    def _went_on(self) -> list[str]:
        self.game.go_on()
        return self._told_now()

    # The start and the end.

    def _sit(self, game: TableGame) -> None:
        detail = self.table.detail if hasattr(self, "table") else None
        self.game = game
        self.table = CoachTable(game.match, self.words, CoachingEngine(), gives_cards=True)
        self.table.detail = detail or self.table.detail
        self._told = len(game.match.steps)

    def _begin(self) -> list[str]:
        left = self._games.unfinished()
        self._sit(self._games.begin(self._deal()))
        key = sentence("Game {number} is kept. To go on with it: mazzo play --game {number}")
        kept = [] if left is None or not self._keeps else [self.words.say(key, number=left)]
        return [*kept, *start_lines(self.game, self.words)]

    def _resumed(self) -> list[str]:
        game = self.game
        key = sentence("Going on with game {number}. For another one: new")
        if game.phase == "over":
            key = sentence("Game {number} is over. For another one: new")
        lines = [self.words.say(key, number=game.number)]
        if game.phase == "mulligan":
            return [*lines, *start_lines(game, self.words)]
        # The last move, so that nobody has to remember it.
        lines += move_lines(game.match.state.last_events, self.table, with_lanes=False)
        return [*lines, *self._told_now()]

    def _ended(self) -> list[str]:
        """The last words, and the file; a game whose file cannot be written can still be saved by hand."""
        game, lines = self.game, end_lines(self.game, self.words)
        if game.is_closed:
            return lines
        try:
            target = self._place(game.number)
            if target is not None:
                lines += self._saved(target)
                lines.append(self.words.say(sentence("To look at it again: mazzo review {file}"), file=target.name))
        except OutputError as error:
            return [*lines, refusal(error, self.words.voice.language)]
        game.close()
        return lines

    def _saved(self, target: Target) -> list[str]:
        write_game(target, self.game.record())
        return [self.words.say(sentence("Saved as {file}."), file=target.name)]

    # A line.

    def do(self, line: str) -> list[str]:
        """A command, cards to return, or a move."""
        game, typed = self.game, read_command(line)
        if typed is None and game.phase == "mulligan":
            if split_move(line):
                raise NotWhileMulliganError
            return self._return(line)
        if typed is not None:
            return self._command(typed)
        return self._move(line) if line.strip() else []

    def _command(self, typed: Typed) -> list[str]:
        name = typed.verb.name
        if name in HINTS:
            return self._hinted(typed)
        work = self._commands().get(name)
        return work(typed) if work else QUESTIONS[name](self.table, typed)

    def _commands(self) -> dict[str, Callable[[Typed], list[str]]]:
        return {
            "play": lambda typed: self._move(typed.rest or typed.word),
            "pass": self._pass,
            "mull": lambda typed: self._return(typed.rest),
            "try": self._try,
            "lanes": lambda _typed: self._scores(),
            "hand": lambda _typed: whole_hand_lines(self.table),
            "back": self._back,
            "hints": self._set_hints,
            "again": lambda _typed: self.said_last(),
            "less": lambda _typed: self._set_detail(LESS, sentence("Only the moves and the score from now on.")),
            "more": lambda _typed: self._set_detail(MORE, sentence("Everything is told from now on.")),
            "save": self._save,
            "resign": self._resign,
            "new": lambda _typed: self._begin(),
            "help": lambda _typed: help_lines(self.words),
            "quit": self._quit,
        }

    # Moves.

    def _return(self, text: str) -> list[str]:
        """The mulligan; names of cards do as well as their numbers."""
        if self.game.phase != "mulligan":
            raise MulliganOverError
        self.game.mulligan(returned_places(self.table, text))
        return self._told_now()

    def _move(self, text: str) -> list[str]:
        """Lay a card; the enemy's answer follows."""
        self._need_turn()
        self.game.play(meant_move(self.table, text))
        return self._told_now()

    def _pass(self, typed: Typed) -> list[str]:
        if typed.rest:
            raise self.table.incomplete(typed)
        self._need_turn()
        self.game.pass_turn()
        return self._told_now()

    def _need_turn(self) -> None:
        if self.game.phase == "mulligan":
            raise NotWhileMulliganError
        if self.game.phase == "over":
            raise GameOverError
        if self.game.is_waiting:
            raise NotYourTurnError

    def _back(self, _typed: Typed) -> list[str]:
        steps = self.game.take_back()
        self._told = len(self.game.match.steps)
        return [*taken_back_lines(self.game, steps, self.words), *turn_lines(self.game, self.table)]

    def _told_now(self) -> list[str]:
        """The steps since the last word, then your turn, or the end; of several moves only the last has its trace."""
        game, lines = self.game, list[str]()
        for step in game.match.steps[self._told :]:
            lines += step_lines(step, game.match.state.last_events, self.table)
        self._told = len(game.match.steps)
        if game.phase == "over":
            return [*lines, *self._ended()]
        return [*lines, *turn_lines(game, self.table)] if game.phase == "your_play" else lines

    # Questions and the rest.

    def _try(self, typed: Typed) -> list[str]:
        """A move of yours on a copy of the game: what it does, and the score then."""
        self._need_turn()
        if not typed.rest:
            raise self.table.incomplete(typed)
        move, game = meant_move(self.table, typed.rest), self.game.match.state.game
        lines = move_lines(trace(game, "Y", move), self.table, with_lanes=True)
        after = Simulation(game).after_free("Y", move)
        return [*lines, score_sentence(after.score(), self.words.voice)]

    def _scores(self) -> list[str]:
        detail, self.table.detail = self.table.detail, MORE
        lines = score_lines(self.table)
        self.table.detail = detail
        return lines

    def _hinted(self, typed: Typed) -> list[str]:
        if self.game.phase == "over":
            raise GameOverError
        if not self.has_hints:
            raise HintsOffError(asked=typed.word)
        if typed.verb.name == "hint" and self.game.phase == "mulligan":
            return self._mulligan_hint()
        self._need_turn()
        name = "rec" if typed.verb.name == "hint" else typed.verb.name
        return QUESTIONS[name](self.table, Typed(verb_named(name), typed.word, typed.rest))

    def _mulligan_hint(self) -> list[str]:
        """What to keep and what to return; that takes many games, so it is worked out by compiled rules alone."""
        lines = self._deep.lines(self.table)
        if not lines:
            raise NoMulliganHintError
        return lines

    def _set_hints(self, typed: Typed) -> list[str]:
        word = typed.rest.casefold()
        if word not in ON_WORDS | OFF_WORDS:
            raise OnOrOffError(asked=typed.rest[:40])
        self.has_hints = word in ON_WORDS
        on = sentence("Hints are on: hint, why, why not, all and threats are answered.")
        return [self.words.say(on if self.has_hints else sentence("Hints are off."))]

    def _set_detail(self, detail: int, key: str) -> list[str]:
        self.table.detail = detail
        return [self.words.say(key)]

    def _save(self, typed: Typed) -> list[str]:
        if not typed.rest:
            raise self.table.incomplete(typed)
        if self.game.phase != "over":
            raise NotOverError
        return self._saved(checked_target(typed.rest, SUFFIX))

    def _resign(self, _typed: Typed) -> list[str]:
        """Ask first: a game that was given up is over."""
        self._need_turn()
        self.table.question = Question(self.words.say(sentence("Give the game up? yes or no")), self._resigned)
        return []

    def _resigned(self, text: str) -> list[str]:
        self.table.question = None
        if text.strip().casefold() not in YES_WORDS:
            return [self.words.say(sentence("The game goes on."))]
        self.game.resign()
        return self._told_now()

    def _quit(self, _typed: Typed) -> list[str]:
        self.is_done = True
        return self.kept() or [self.words.say(sentence("Goodbye."))]

    def kept(self) -> list[str]:
        """How to go on with the game, where something keeps it."""
        if self.game.phase == "over" or not self._keeps:
            return []
        return [self.words.say(sentence("The game is kept. To go on: mazzo play"))]
