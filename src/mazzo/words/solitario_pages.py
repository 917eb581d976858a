"""What the pages of Solitario say besides the game's own sentences: headings, buttons, and a score that adds up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache

from kernelkit.spoken import catalogue, sentence
from solitario.application.commands import COMMANDS
from solitario.application.engine import GameEngine
from solitario.domain.cards import DECKS, Card
from solitario.domain.final_score import FinalScore
from solitario.domain.score_events import ScoreEvent
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.settings import LEVELS, GameSettings
from solitario.presentation.tongue import NEAPOLITAN_RANK_WORDS, Tongue

HEADINGS = {"french": sentence("Deal {deal}, French deck"), "neapolitan": sentence("Deal {deal}, Neapolitan deck")}
DECK_NAMES = {"french": sentence("French deck"), "neapolitan": sentence("Neapolitan deck")}
RESUMED_GAME = sentence("Solitario, deal {deal}")
RESUMED_LINE = sentence("{deck}, {points}, {moves}, {time} played.")
UNKNOWN_DEAL = sentence("Deals are numbered from 1 to {last}.")
NONE_KNOWN = sentence(
    "No deal of this kind is known when more than one card is drawn and each recycle shuffles. "
    "Choose turned over, or draw one card."
)
LEVEL_TERMS = {
    1: sentence("no clock, and the waste comes back shuffled"),
    2: sentence("the waste comes back shuffled; past a time limit each minute costs points"),
    3: sentence("everything is your choice"),
    4: sentence("30 minutes, then each minute costs points; no tips"),
    5: sentence("15 minutes, then the game ends; no tips"),
}
BUTTONS: Mapping[str, str] = {
    "select": sentence("Pick up or lay down"),
    "draw": sentence("Draw"),
    "cancel": sentence("Put back"),
    "undo": sentence("Undo"),
    "redo": sentence("Redo"),
    "hint": sentence("Hint"),
    "send": sentence("Send home"),
    "auto": sentence("Finish what is safe"),
    "score": sentence("Score"),
    "table": sentence("Whole table"),
    "repeat": sentence("Repeat"),
    "recycle": sentence("Turn the waste over"),
    "where": sentence("Where am I"),
    "card": sentence("Card here"),
    "selection": sentence("What I hold"),
    "waste": sentence("Waste"),
    "stock": sentence("Stock"),
    "foundations": sentence("Foundations"),
    "time": sentence("Time"),
    "cost": sentence("What a draw costs"),
    "moves": sentence("Possible moves"),
    "messages": sentence("Last messages"),
    "older": sentence("Message before"),
    "newer": sentence("Message after"),
    "detail": sentence("Score in detail"),
    "events": sentence("Last points"),
    "winnable": sentence("Can it be won?"),
    "chance": sentence("Chance to win"),
    "oracle": sentence("A move that wins"),
    "rewind": sentence("Back to where it could be won"),
    "practice": sentence("Practise, or stop"),
    "pause": sentence("Pause"),
    "options": sentence("Options"),
    "restart": sentence("Same deal again"),
    "abandon": sentence("Give up"),
    "verbosity": sentence("Say less or more"),
    "warnings": sentence("Score warnings"),
}
"""Every command that a page offers as a button; the others are links, cells, or moves of the cursor."""
FIRST_BUTTONS = ("draw", "cancel", "undo", "redo", "hint", "send", "auto", "score", "table", "repeat")
"""Always in sight; the rest is behind one more."""
TOPICS = {"playing": sentence("Playing"), "asking": sentence("Asking"), "game": sentence("The game")}


@dataclass(frozen=True, slots=True)
class ButtonWords:
    """A command as a button: its name, the key that does the same."""

    name: str
    title: str
    key: str


def _say(key: str, language: str, **facts: object) -> str:
    return catalogue("mazzo", language).gettext(key).format(**facts)


def moves_counted(count: int, language: str) -> str:
    """So many moves."""
    return catalogue("mazzo", language).ngettext("{count} move", "{count} moves", count).format(count=count)


def heading(deal: int, deck_type: str, language: str) -> str:
    """The deal and its deck."""
    return _say(HEADINGS[deck_type], language, deal=deal)


def resumed_words(engine: GameEngine, language: str) -> tuple[str, str]:
    """A game to go on with: its title, and how far it is."""
    tongue, score = Tongue(language), engine.provisional_score()
    deck = _say(DECK_NAMES[engine.settings.deck_type], language)
    line = _say(
        RESUMED_LINE,
        language,
        deck=deck,
        points=tongue.points(score.provisional_score),
        moves=moves_counted(engine.move_count, language),
        time=tongue.duration(engine.clock.elapsed_ms // 1000),
    )
    return _say(RESUMED_GAME, language, deal=engine.deal_number), line


def settings_line(settings: GameSettings, language: str) -> str:
    """How a game is played, in a line: ``Level 3 Normal, draw 3, no time limit``."""
    tongue = Tongue(language)
    level = _say(
        sentence("Level {number} {name}"),
        language,
        number=settings.level,
        name=tongue.gettext(LEVELS[settings.level].name),
    )
    draw = _say(sentence("draw {count}"), language, count=settings.draw_count)
    if not settings.timer_limit_seconds:
        time = _say(sentence("no time limit"), language)
    else:
        time = tongue.duration(settings.timer_limit_seconds)
    return f"{level}, {draw}, {time}"


@cache
def _letters(language: str) -> dict[str, str]:
    """A letter for each suit; two where the first is not enough to tell the suits of a deck apart."""
    tongue = Tongue(language)
    found: dict[str, str] = {}
    for deck in DECKS.values():
        names = {suit.value: tongue.suit(suit.value).capitalize() for suit in deck.suits}
        firsts = [name[0] for name in names.values()]
        found |= {key: name[0] if firsts.count(name[0]) == 1 else name[:2] for key, name in names.items()}
    return found


def card_letter(suit: str, language: str) -> str:
    """The letter that stands beside the sign of a suit."""
    return _letters(language)[suit]


def court_name(card: Card, language: str) -> str:
    """The word for a court card of the Neapolitan deck, whose number alone says too little."""
    is_court = not card.suit.is_french and card.value > 1 and card.value in NEAPOLITAN_RANK_WORDS
    return str(Tongue(language).rank(card.value, "neapolitan")) if is_court else ""


def button(name: str, language: str) -> ButtonWords:
    """A command as a button."""
    key = next(spec.key for spec in COMMANDS if spec.name == name)
    return ButtonWords(name, _say(BUTTONS[name], language), key if len(key) == 1 else "")


def more_buttons(language: str) -> list[tuple[str, list[ButtonWords]]]:
    """The commands that are not always in sight, by topic."""
    return [
        (
            _say(title, language),
            [
                button(spec.name, language)
                for spec in COMMANDS
                if spec.topic == topic and spec.name in BUTTONS and spec.name not in FIRST_BUTTONS
            ],
        )
        for topic, title in TOPICS.items()
    ]


KEY_SIGNS = {
    "left": sentence("left arrow"),
    "right": sentence("right arrow"),
    "up": sentence("up arrow"),
    "down": sentence("down arrow"),
    "home": "Home",
    "end": "End",
    "enter": sentence("Enter"),
}
SHIFT = "\N{UPWARDS WHITE ARROW}"


def key_topics(language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every key of the table and what it does, by topic."""
    tongue, topics = Tongue(language), {"moving": sentence("Moving around"), **TOPICS}
    found = []
    for topic, title in topics.items():
        rows = [
            (_say(KEY_SIGNS.get(spec.key, spec.key.upper() if spec.key.islower() else spec.key), language), spec)
            for spec in COMMANDS
            if spec.topic == topic and spec.key
        ]
        named = [(f"{SHIFT} {key}" if spec.key == "D" else key, tongue.gettext(spec.does)) for key, spec in rows]
        found.append((_say(title, language), named))
    return found


# The score as a table


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of the table: what, how it comes about, and its points; ``kind`` is part, group, sum or total."""

    label: str
    how: str = ""
    points: str = ""
    kind: str = "part"


EVENT_LABELS = {
    "waste_to_foundation": sentence("Cards home from the waste"),
    "tableau_to_foundation": sentence("Cards home from the piles"),
    "card_revealed": sentence("Cards uncovered"),
    "foundation_to_tableau": sentence("Cards back from a foundation"),
    "stock_draw": sentence("Draws"),
    "recycle_waste": sentence("Recycles"),
    "invalid_move": sentence("Moves refused"),
    "auto_move": sentence("Automatic moves"),
    "undo_move": sentence("Moves taken back"),
    "hint_used": sentence("Hints"),
}
PRICED_ALWAYS = ("stock_draw", "recycle_waste")
"""Said also where they were free: whoever reads the table asks what they cost."""


def score_rows(score: FinalScore, log: Sequence[ScoreEvent], config: ScoringConfig, language: str) -> list[ScoreRow]:
    """The whole calculation, line by line; every sum is the sum of the lines above it."""
    words = _ScoreTable(score, config, language)
    rows = [ScoreRow(words.say(sentence("From the moves")), kind="group"), *words.events(log), *words.provisional()]
    if score.is_victory:
        rows += [ScoreRow(words.say(sentence("For the win")), kind="group"), *words.bonuses()]
    return [*rows, words.total()]


class _ScoreTable:
    def __init__(self, score: FinalScore, config: ScoringConfig, language: str) -> None:
        self.score, self.config, self.language = score, config, language
        self.tongue = Tongue(language)

    def say(self, key: str, **facts: object) -> str:
        return _say(key, self.language, **facts)

    def number(self, value: int) -> str:
        return str(value).replace("-", "\N{MINUS SIGN}")

    def decimal(self, value: float | Decimal) -> str:
        return self.tongue.decimal(value).replace("-", "\N{MINUS SIGN}")

    def events(self, log: Sequence[ScoreEvent]) -> list[ScoreRow]:
        counted: dict[str, tuple[int, int]] = {}
        for event in log:
            times, points = counted.get(event.event_type.value, (0, 0))
            counted[event.event_type.value] = (times + event.times, points + event.points)
        rows = [
            self._event(name, *counted[name])
            for name in EVENT_LABELS
            if name in counted and _counts(name, *counted[name])
        ]
        base = ScoreRow(self.say(sentence("Base")), "", self.number(self.score.base_score), "sum")
        return [*rows, base]

    def _event(self, name: str, times: int, points: int) -> ScoreRow:
        label = self.say(EVENT_LABELS[name])
        if name in PRICED_ALWAYS:
            return ScoreRow(label, self.number(times), self.number(points))
        price = self.number(self.config.event_points[name])
        return ScoreRow(label, f"{self.number(times)} × {price}", self.number(points))

    def provisional(self) -> list[ScoreRow]:
        score, tongue = self.score, self.tongue
        deck = self.say(DECK_NAMES[score.deck_type])
        draw = self.say(sentence("Drawing {cards}"), cards=tongue.cards_counted(score.draw_count))
        plain = score.base_score + score.deck_bonus + score.draw_bonus
        product = plain * Decimal(repr(score.difficulty_multiplier))
        how = f"{self.number(plain)} × {self.decimal(score.difficulty_multiplier)}"
        if product != score.provisional_score:
            how = f"{how} = {self.decimal(product)}, " + self.say(
                sentence("rounded down") if product > 0 else sentence("never below 0")
            )
        name = tongue.gettext(LEVELS[score.difficulty_level].name)
        label = self.say(sentence("Provisional, level {number} {name}"), number=score.difficulty_level, name=name)
        return [
            ScoreRow(deck, "", self.number(score.deck_bonus)),
            ScoreRow(draw, "", self.number(score.draw_bonus)),
            ScoreRow(label, how, self.number(score.provisional_score), "sum"),
        ]

    def bonuses(self) -> list[ScoreRow]:
        score, tongue = self.score, self.tongue
        time = self.say(sentence("Time, {time}"), time=tongue.duration(int(score.elapsed_seconds)))
        qualities = (score.time_quality, score.move_quality, score.recycle_quality)
        weights = (self.config.victory_weights[name] for name in ("time", "moves", "recycles"))
        parts = (
            f"{self.decimal(weight)} × {self.decimal(quality)}"
            for weight, quality in zip(weights, qualities, strict=True)
        )
        quality = tongue.decimal(Decimal(repr(score.victory_quality_multiplier)) * 100)
        return [
            ScoreRow(time, self._time_how(), self.number(score.time_bonus)),
            ScoreRow(
                self.say(sentence("Victory, quality {percent}%"), percent=quality),
                f"{self.config.victory_base} × ({' + '.join(parts)})",
                self.number(score.victory_bonus),
            ),
        ]

    def _time_how(self) -> str:
        """How the points for the time come about."""
        score, config = self.score, self.config
        seconds = Fraction(repr(score.elapsed_seconds))
        if not score.timer_limit_seconds:
            minutes = self.decimal(round(Decimal(repr(score.elapsed_seconds)) / 60, 2))
            return f"{config.timer_off_max} − {config.timer_off_decay_per_minute} × {minutes}"
        left = score.timer_limit_seconds - int(seconds)
        if left >= 0:
            return f"{config.timer_on_max} × {left} / {score.timer_limit_seconds}"
        return self.say(sentence("past the limit by {time}"), time=self.tongue.duration(-left))

    def total(self) -> ScoreRow:
        score = self.score
        how = ""
        if score.is_victory:
            parts = (score.provisional_score, score.time_bonus, score.victory_bonus)
            how = " + ".join(map(self.number, parts)).replace("+ \N{MINUS SIGN}", "\N{MINUS SIGN} ")
        if score.lifted_points:
            how = ", ".join(filter(None, (how, self.say(sentence("raised to the least there is")))))
        return ScoreRow(self.say(sentence("Total")), how, self.number(score.total_score), "total")


def _counts(name: str, times: int, points: int) -> bool:
    return bool(points) or (name in PRICED_ALWAYS and times > 0)
