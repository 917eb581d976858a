"""The live coach as a conversation: one line in, what a person sees out. It reads and prints nothing itself.

A line is an answer to an open question, an answer to a question of the start, or a command. Whatever is refused leaves
the match as it was and says what to type instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelkit.spoken import SpokenError, sentence
from mazzo.cli.coach_ask import QUESTIONS, advice_now, chosen_move
from mazzo.cli.coach_commands import MAX_LINE, NOTHING_WORDS, PASS_WORDS, Typed, UnknownCommandError, read_line
from mazzo.cli.coach_files import copied, load, save
from mazzo.cli.coach_matches import Matches
from mazzo.cli.coach_repair import adopt, fix, mulligan_data, sync_board, sync_hand
from mazzo.cli.coach_sample import DEFAULT_SEED, console_moves, new_cards, start_sample
from mazzo.cli.coach_start import Setup
from mazzo.cli.coach_table import LESS, MORE, ChoiceNeededError, CoachTable, Question
from mazzo.cli.coach_words import Words
from qb_engine.errors import IllegalMoveError
from qb_engine.moves import Move
from qb_engine.words import Voice, capitalised, score_sentence, trace_lines

HINTS = sentence("play 1 | why 1 | all | threats | undo")
AT_ANY_TIME = ("help", "quit", "new", "again", "load", "less", "more")
"""Commands that are understood while a match is being set up."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is shown; ``ok`` is False for a refusal, ``done`` True when the person leaves."""

    lines: list[str]
    ok: bool = True
    done: bool = False


class CoachSession:
    """A person at the coach, from the first question to the last word."""

    def __init__(self, matches: Matches, voice: Voice, given: dict[str, str] | None = None) -> None:
        self.matches = matches
        self.words = Words(voice)
        self.setup: Setup | None = None
        self.table: CoachTable
        self.chosen: str | None = None
        self._given = given or {}
        self._last: list[str] = []
        self._is_done = False

    # From outside.

    def open(self, *, new: bool = False, sample_seed: int | None = None) -> Reply:
        """Sit down: go on with the last match, or begin one."""
        unfinished = None if new or sample_seed is not None or self._given else self.matches.unfinished()
        if unfinished is None:
            return self._guarded(lambda: self._begin(sample_seed))
        self._sit(unfinished)
        number = self.matches.number(unfinished)
        greeting = self.words.say(sentence("Going on with match {number}. For another one: new"), number=number)
        return self._guarded(lambda: [greeting, *self._situation(from_step=len(self.table.match.steps) - 1)])

    @property
    def prompt(self) -> str:
        """What is expected now."""
        if self.table.question is not None:
            return self.table.question.prompt
        if self.setup is not None:
            return self.words.say(self.setup.question)
        return capitalised(self.words.expected(self.table.match.phase))

    def handle(self, line: str) -> Reply:
        """Take one line."""
        self.chosen = None
        return self._guarded(lambda: self._line(line))

    # A line.

    def _guarded(self, work: Callable[[], list[str]]) -> Reply:
        """What ``work`` says, or why it was refused."""
        try:
            lines = work()
        except SpokenError as error:
            lines = [capitalised(error.message(self.words.voice.language)) + ".", *self._advised_tiles(error)]
            return Reply(lines, ok=False)
        self._last = lines or self._last
        return Reply(lines, done=self._is_done)

    def _line(self, line: str) -> list[str]:
        if self.table.question is not None:
            return self._answered(line)
        self.table.chosen, self.table.side_asked = {}, None
        return self._resumable(line)

    def _answered(self, line: str) -> list[str]:
        """Give the line to the open question."""
        question = self.table.question
        assert question is not None
        return question.answer(line)

    def _resumable(self, line: str) -> list[str]:
        """Do what ``line`` says; when a card is in doubt, ask, and do it with the answer."""
        try:
            return self._do(line)
        except ChoiceNeededError as needed:
            choice = needed.choice

        def answer(text: str) -> list[str]:
            word = text.strip()[:MAX_LINE]
            if word.isdecimal() and int(word) > len(choice.cards):
                return [self.words.say(sentence("The list goes from 1 to {count}."), count=len(choice.cards))]
            self.table.question = None
            if not word.strip("0"):
                return [self.words.say(sentence("Nothing was entered."))]
            if not word.isdecimal():
                return self._line(text)
            self.table.chosen[choice.asked] = choice.cards[int(word) - 1].id
            return self._resumable(line)

        key = sentence("Which card? A number from 1 to {count}, 0 for none")
        self.table.question = Question(self.words.say(key, count=len(choice.cards)), answer)
        asked = self.words.say(sentence("{asked!r} may be:"), asked=choice.asked)
        return [asked, *(f"{number}  {self.words.card(card.id)}" for number, card in enumerate(choice.cards, start=1))]

    def _do(self, line: str) -> list[str]:
        if self.setup is not None:
            return self._set_up(line)
        if not line.strip():
            return []
        typed = read_line(line)
        if self.table.match.phase == "start" and typed.verb.name not in AT_ANY_TIME:
            self.table.need("mulligan", typed)
        if typed.verb.name in QUESTIONS:
            return QUESTIONS[typed.verb.name](self.table, typed)
        return self._commands()[typed.verb.name](typed)

    def _commands(self) -> dict[str, Callable[[Typed], list[str]]]:
        table = self.table

        def after() -> list[str]:
            return self._situation(len(table.match.steps))

        return {
            "mull": self._mulligan,
            "draw": self._draw,
            "play": self._play,
            "pass": self._pass,
            "enemy": self._enemy,
            "undo": self._undo,
            "redo": self._redo,
            "fix": lambda typed: [*fix(table, typed), *after()],
            "sync hand": lambda typed: sync_hand(table, typed, after),
            "sync board": lambda typed: sync_board(table, typed, after),
            "adopt": lambda typed: [*adopt(table, typed, self.matches.remember_rules), *after()],
            "save": lambda typed: save(table, typed),
            "load": self._load,
            "copy": lambda typed: copied(table, typed),
            **self._at_any_time(),
        }

    def _at_any_time(self) -> dict[str, Callable[[Typed], list[str]]]:
        return {
            "again": lambda _typed: self._last,
            "less": lambda _typed: self._set_detail(LESS, sentence("Only the best move from now on.")),
            "more": lambda _typed: self._set_detail(
                MORE, sentence("Five moves, the board and every step from now on.")
            ),
            "new": lambda typed: self._begin(DEFAULT_SEED if typed.rest else None),
            "help": lambda _typed: self.words.help(),
            "quit": self._quit,
            "load": self._load,
        }

    # The start.

    def _begin(self, sample_seed: int | None) -> list[str]:
        """A new match: a sample is dealt, any other asks its questions."""
        self._sit(self.matches.fresh(sample_seed))
        if sample_seed is not None:
            start_sample(self.table.match, sample_seed)
            said = self.words.say(sentence("A sample match. The console plays the enemy; you only enter your moves."))
            return [said, *self._situation(0)]
        self.setup = Setup(self._given.get("rules") or self.matches.rules(), dict(self._given))
        self._given = {}
        rules = self.words.say(sentence("A new match by the rules {rules}."), rules=self.setup.rules)
        return [rules, *self._answer_given()]

    def _answer_given(self) -> list[str]:
        """Answer from the command line as far as it goes; a wrong word there is an error like any other."""
        lines: list[str] = []
        while self.setup is not None and self.table.question is None and self.setup.open[0] in self.setup.given:
            lines += self._resumable(self.setup.given.pop(self.setup.open[0]))
        return lines

    def _set_up(self, line: str) -> list[str]:
        assert self.setup is not None
        command = self._command_in(line)
        if command is not None:
            return self._at_any_time()[command.verb.name](command)
        lines = self.setup.answer(self.table, line)
        if not self.setup.is_done:
            return [*lines, *self._answer_given()]
        setup, self.setup = self.setup, None
        try:
            setup.begin(self.table)
        except SpokenError:
            self.setup = Setup(setup.rules)
            raise
        return self._situation(0)

    def _command_in(self, line: str) -> Typed | None:
        """The command, if the line is one of those that are understood at any time."""
        try:
            typed = read_line(line) if line.strip() else None
        except UnknownCommandError:
            return None
        return typed if typed is not None and typed.verb.name in AT_ANY_TIME else None

    def _sit(self, stream: str) -> None:
        detail = self.table.detail if hasattr(self, "table") else None
        self.setup = None
        seed = self.matches.sample_seed(stream)
        self.table = CoachTable(self.matches.match(stream), self.words, seed, self.matches.own_decks)
        self.table.detail = detail or self.table.detail

    # Steps.

    def _mulligan(self, typed: Typed) -> list[str]:
        table = self.table
        table.need("mulligan", typed)
        seed, digits = table.sample_seed, typed.rest.replace(",", " ").split()
        if seed is not None and digits and all(digit in "12345" for digit in digits):
            returned = sorted({int(digit) - 1 for digit in digits})
            drawn = new_cards(table.match, returned, seed)
        else:
            data = mulligan_data(table, typed, typed.rest, self._mulligan_pool())
            returned, drawn = data["returned"], data["drawn"]
        return self._stepped(lambda: table.match.mulligan(returned, drawn))

    def _mulligan_pool(self) -> list[str]:
        """What may come for returned cards: what is left of the deck, and what was returned."""
        return sorted({*self.table.drawable(), *self.table.match.state.hand})

    def _draw(self, typed: Typed) -> list[str]:
        table = self.table
        table.need("your_draw", typed)
        if not typed.rest:
            raise table.incomplete(typed)
        is_nothing = typed.rest.casefold() in NOTHING_WORDS
        card_id = None if is_nothing else table.card(typed.rest.removeprefix("+"), table.drawable())
        return self._stepped(lambda: table.match.draw(card_id))

    def _play(self, typed: Typed) -> list[str]:
        table = self.table
        table.need("your_play", typed)
        if typed.rest.casefold() in PASS_WORDS:
            return self._pass(typed)
        if not typed.rest:
            raise table.incomplete(typed)
        move = chosen_move(table, typed).move
        self.chosen = str(move or "pass")
        return self._stepped(lambda: table.match.play(move) if move else table.match.pass_turn())

    def _pass(self, typed: Typed) -> list[str]:
        self.table.need("your_play", typed)
        self.chosen = "pass"
        return self._stepped(self.table.match.pass_turn)

    def _enemy(self, typed: Typed) -> list[str]:
        table = self.table
        table.need("enemy_play", typed)
        if typed.rest.casefold() in PASS_WORDS:
            return self._stepped(table.match.enemy_pass)
        table.side_asked = "E"
        move: Move = table.move(typed, typed.rest, table.enemy_cards())
        return self._stepped(lambda: table.match.enemy_play(move))

    def _undo(self, _typed: Typed) -> list[str]:
        """One step back; in a sample to your last decision, since the console would do the rest again at once."""
        match = self.table.match
        said = [self.words.step(match.undo())]
        while self.table.sample_seed is not None and match.phase in ("enemy_play", "your_draw"):
            said.append(self.words.step(match.undo()))
        taken = self.words.say(sentence("Taken back:"))
        return [f"{taken} {line}" for line in said] + self._situation(len(match.steps))

    def _redo(self, _typed: Typed) -> list[str]:
        steps = len(self.table.match.steps)
        self.table.match.redo()
        return self._situation(steps)

    def _stepped(self, step: Callable[[], None]) -> list[str]:
        steps = len(self.table.match.steps)
        step()
        return self._situation(steps)

    # What is said after a step.

    def _situation(self, from_step: int) -> list[str]:
        """The steps made since, then advice when it is your move or the result when the match is over."""
        table = self.table
        if table.sample_seed is not None:
            console_moves(table.match, table.sample_seed)
        lines = [self.words.step(step) for step in table.match.steps[from_step:] if step.kind != "start"]
        if table.detail == MORE and table.match.phase != "mulligan":
            lines += [*trace_lines(table.match.state.last_events, self.words.voice)]
            lines += self.words.board(table.match.state.game.board)
        return [*lines, *self._what_now()]

    def _what_now(self) -> list[str]:
        table, voice = self.table, self.words.voice
        if table.match.phase == "mulligan":
            begins = {"Y": sentence("You begin. Your hand:"), "E": sentence("The enemy begins. Your hand:")}
            first = self.words.say(begins[table.match.steps[0].data["first"]])
            return [first, *self.words.hand(table.match.state.hand)]
        if table.match.phase == "your_play":
            hints = [] if voice.aloud else [self.words.say(HINTS)]
            return [*advice_now(table), *hints]
        score = score_sentence(table.match.state.game.score(), voice)
        if table.match.phase == "over":
            return [self.words.say(sentence("The match is over.")) + " " + self._result()]
        return [score]

    def _result(self) -> str:
        score = self.table.match.state.game.score()
        keys = {
            "Y": sentence("You win {you} to {enemy}."),
            "E": sentence("The enemy wins {enemy} to {you}."),
            None: sentence("A tie at {you}."),
        }
        return self.words.say(keys[score.winner], you=score.total_you, enemy=score.total_enemy)

    def _advised_tiles(self, error: SpokenError) -> list[str]:
        """After a refused move the tiles that would do; the enemy's may be true nevertheless."""
        side = self.table.side_asked
        if not isinstance(error, IllegalMoveError) or side is None:
            return []
        lines = [self.table.where(side, str(error.facts["asked"])[:3])]
        if side == "E" and self.table.match.phase == "enemy_play":
            lines.append(self.words.say(sentence("If the console shows it so, type sync board with what it shows.")))
        return lines

    # The rest.

    def _set_detail(self, detail: int, key: str) -> list[str]:
        self.table.detail = detail
        return [self.words.say(key)]

    def _load(self, typed: Typed) -> list[str]:
        """A match from a file becomes a new match here; a file that does not fit leaves everything as it was."""
        game = load(self.table, typed)
        self._sit(self.matches.loaded(game))
        return self._situation(len(self.table.match.steps))

    def _quit(self, _typed: Typed) -> list[str]:
        self._is_done = True
        return [self.words.say(sentence("The match is kept. To go on: mazzo coach"))]
