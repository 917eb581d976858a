"""A game against the computer as a conversation: a line is a command or a move, and the enemy answers by itself."""

from __future__ import annotations

from collections.abc import Callable

from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.questions import tried
from mazzo.coach.table import LESS, MORE
from mazzo.decks.names import NameBook, PassingNames
from mazzo.dialogue.clauses import read_clauses
from mazzo.dialogue.coach_questions import QUESTIONS
from mazzo.dialogue.coach_steps import ConsoleMovesError, read_line
from mazzo.dialogue.conversation import Conversation, Question, Reply, TableTalk, refusal
from mazzo.dialogue.entry import returned_places
from mazzo.dialogue.naming import forget, names, teach
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
)
from mazzo.dialogue.verbs import PLAY, YES_WORDS, Typed, bare_mulligan, command_in
from mazzo.errors import OutputError
from mazzo.play.challenge import challenge_line
from mazzo.play.errors import GameOverError, HiddenChallengeError, MovedGameError, NotOverError
from mazzo.play.files import SUFFIX, Files, Target, write_game
from mazzo.play.games import Games
from mazzo.play.levels import needs_compiled_rules
from mazzo.play.table_game import TableGame
from mazzo.play.terms import Terms
from mazzo.words.coach import deep_lines
from mazzo.words.play import (
    CHALLENGE,
    GIVE_UP,
    GOES_ON,
    GOING_ON,
    HINTS_OFF,
    HINTS_ON,
    IS_OVER,
    KEPT,
    LESS_FROM_NOW,
    LOOK_AGAIN,
    MORE_FROM_NOW,
    OTHER_KEPT,
    PROMPTS,
    end_lines,
    move_lines,
    score_lines,
    start_lines,
    step_lines,
    taken_back_lines,
    turn_lines,
    whole_hand_lines,
)
from mazzo.words.table import GOODBYE, SAVED, Words
from qb_engine.coaching import CoachingEngine
from qb_engine.moves import Move
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import Voice


class PlaySession(Conversation):
    """A person at the table. ``deal`` gives the terms of a new game, ``place`` the file a finished game goes to.

    ``keeps`` says that a game that is left can be resumed: those of a script cannot.
    """

    def __init__(
        self,
        games: Games,
        voice: Voice,
        deal: Callable[[], Terms],
        place: Callable[[int], Target | None],
        *,
        files: Files,
        hints: bool = False,
        keeps: bool = True,
        names: NameBook | None = None,
    ) -> None:
        super().__init__(Words(voice))
        self.names = names or PassingNames()
        self._games, self._deal, self._place = games, deal, place
        self.seats = games.seats
        self._keeps, self._files = keeps, files
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
        if question is not None:
            return question.prompt
        return self.words.typed(self.words.say(PROMPTS[self.game.phase]))

    @property
    def has_more(self) -> bool:
        """Whether the enemy moves, or you draw, before anything is asked."""
        return self.game.is_waiting

    @property
    def is_slow(self) -> bool:
        """Whether what follows is a move that the enemy has to think about for long."""
        return self.game.phase == "enemy_play" and needs_compiled_rules(self.game.terms.player)

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

    def _sit(self, game: TableGame, *, is_new: bool = False) -> None:
        detail = self.table.detail if hasattr(self, "table") else None
        self.game = game
        self.table = TableTalk(game.match, CoachingEngine(), gives_cards=True, words=self.words)
        self.table.names = self.names
        self.table.detail = detail or self.table.detail
        self._told = len(game.match.steps)
        self.take_seat(self._games.stream(game.number), is_new=is_new)

    def _begin(self) -> list[str]:
        left = self._games.unfinished()
        self._sit(self._games.begin(self._deal()), is_new=True)
        kept = [] if left is None or not self._keeps else [self.words.say(OTHER_KEPT, number=left)]
        return [*kept, *self.seat_lines(), *start_lines(self.game, self.words)]

    def _resumed(self) -> list[str]:
        game = self.game
        lines = [self.words.say(IS_OVER if game.phase == "over" else GOING_ON, number=game.number), *self.seat_lines()]
        if game.phase == "mulligan":
            return [*lines, *start_lines(game, self.words)]
        # The last move, so that nobody has to remember it.
        lines += move_lines(game.match.state.last_events, self.words, self.table.detail, with_lanes=False)
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
                lines.append(self.words.say(LOOK_AGAIN, file=target.name))
        except OutputError as error:
            return [*lines, refusal(error, self.words.voice)]
        game.close()
        return lines

    def _saved(self, target: Target) -> list[str]:
        write_game(target, self.game.record().seated(self.words.voice.seat))
        return [self.words.say(SAVED, file=target.name)]

    # A line.

    def do(self, line: str) -> list[str]:
        """A command, cards to return, or a move."""
        is_mulligan = self.game.phase == "mulligan"
        typed = command_in(PLAY, line) or (bare_mulligan(PLAY, line) if is_mulligan else None)
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
            "mull": lambda typed: self._return(typed.rest),
            "what if": self._try,
            "name": lambda typed: teach(self.table, typed),
            "names": lambda typed: names(self.table, typed, self._files),
            "forget": lambda typed: forget(self.table, typed),
            "side": self._change_seats,
            "lanes": lambda _typed: self._scores(),
            "hand": lambda _typed: whole_hand_lines(self.game, self.words),
            "undo": self._back,
            "hints": self._set_hints,
            "again": lambda _typed: self.said_last(),
            "less": lambda _typed: self._set_detail(LESS, LESS_FROM_NOW),
            "more": lambda _typed: self._set_detail(MORE, MORE_FROM_NOW),
            "save": self._save,
            "challenge": lambda _typed: self._challenge(),
            "resign": self._resign,
            "new": lambda _typed: self._begin(),
            "help": lambda _typed: PLAY.help(self.words),
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
        """Lay a card or pass; the enemy's answer follows."""
        move = self._meant(text)
        if move is None:
            self.game.pass_turn()
        else:
            self.game.play(move)
        return self._told_now()

    def _meant(self, text: str) -> Move | None:
        """The move that a line tells of, None for a pass; whatever the console does is not typed here."""
        self._need_turn()
        if len(read_clauses(text)) > 1:
            raise ConsoleMovesError
        self.table.side_asked = "Y"
        (step,) = read_line(self.table, text, PLAY)
        return None if step.kind == "pass" else Move.parse(step.data["move"])

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
        return [*taken_back_lines(self.game, steps, self.words), *turn_lines(self.game, self.words, self.table.detail)]

    def _told_now(self) -> list[str]:
        """The steps since the last word, then your turn, or the end; of several moves only the last has its trace."""
        game, lines = self.game, list[str]()
        for step in game.match.steps[self._told :]:
            lines += step_lines(step, game, self.words, self.table.detail)
        self._told = len(game.match.steps)
        if game.phase == "over":
            return [*lines, *self._ended()]
        return [*lines, *turn_lines(game, self.words, self.table.detail)] if game.phase == "your_play" else lines

    # Questions and the rest.

    def _try(self, typed: Typed) -> list[str]:
        """A move of yours on a copy of the game: what it does, and the score then."""
        self._need_turn()
        move = self._meant(typed.rest) if typed.rest else None
        if move is None:
            raise self.table.incomplete(typed)
        found = tried(self.game.match.state.game, "Y", move)
        lines = move_lines(found.events, self.words, self.table.detail, with_lanes=True)
        return [*lines, score_sentence(found.score, self.words.voice)]

    def _scores(self) -> list[str]:
        return score_lines(self.game, self.words, MORE)

    def _hinted(self, typed: Typed) -> list[str]:
        if self.game.phase == "over":
            raise GameOverError
        if not self.has_hints:
            raise HintsOffError(asked=typed.word)
        if typed.verb.name == "rec" and self.game.phase == "mulligan":
            return self._mulligan_hint()
        self._need_turn()
        return QUESTIONS[typed.verb.name](self.table, typed)

    def _mulligan_hint(self) -> list[str]:
        """What to keep and what to return; that takes many games, so it is worked out by compiled rules alone."""
        lines = deep_lines(self._deep.look(self.table), self.words, gives_cards=True)
        if not lines:
            raise NoMulliganHintError
        return lines

    def _set_hints(self, typed: Typed) -> list[str]:
        word = typed.rest.casefold()
        if word not in ON_WORDS | OFF_WORDS:
            raise OnOrOffError(asked=typed.rest[:40])
        self.has_hints = word in ON_WORDS
        return [self.words.say(HINTS_ON if self.has_hints else HINTS_OFF)]

    def _change_seats(self, typed: Typed) -> list[str]:
        """Sit on the other side; your turn as it looks from there."""
        said = self.change_seats(typed, self._games.stream(self.game.number))
        is_turn = self.game.phase == "your_play"
        return [*said, *turn_lines(self.game, self.words, self.table.detail)] if is_turn else said

    def _set_detail(self, detail: int, key: str) -> list[str]:
        self.table.detail = detail
        return [self.words.say(key)]

    def _save(self, typed: Typed) -> list[str]:
        if not typed.rest:
            raise self.table.incomplete(typed)
        if self.game.phase != "over":
            raise NotOverError
        return self._saved(self._files.target(typed.rest, SUFFIX))

    def _challenge(self) -> list[str]:
        """The game in one line, for a friend to play."""
        if self.game.phase != "over":
            raise HiddenChallengeError
        return [self.words.say(CHALLENGE), challenge_line(self.game.terms)]

    def _resign(self, _typed: Typed) -> list[str]:
        """Ask first: a game that was given up is over."""
        self._need_turn()
        self.table.question = Question(self.words.say(GIVE_UP), self._resigned)
        return []

    def _resigned(self, text: str) -> list[str]:
        self.table.question = None
        if text.strip().casefold() not in YES_WORDS:
            return [self.words.say(GOES_ON)]
        self.game.resign()
        return self._told_now()

    def _quit(self, _typed: Typed) -> list[str]:
        self.is_done = True
        return self.kept() or [self.words.say(GOODBYE)]

    def kept(self) -> list[str]:
        """How to go on with the game, where something keeps it."""
        if self.game.phase == "over" or not self._keeps:
            return []
        return [self.words.say(KEPT)]
