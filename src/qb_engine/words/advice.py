"""The ranked list in words, to read or to hear: each move with the number it is ranked by and what tells it apart.

Only facts of the engine are said, so the same advice gives the same text. The one answer that comes first is in
``words.answer``, why and why not in ``words.why``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from kernelkit.spoken import catalogue, sentence
from qb_engine.advice.answer import RankedMove, answer_of, listed
from qb_engine.advice.evaluation import CoachingRecommendation, MoveEvaluation
from qb_engine.scoring import MatchScore
from qb_engine.words.answer import answer_words, figure_words
from qb_engine.words.moves import LABEL_WORDS, move_words, place_words, reason_words, risk_words
from qb_engine.words.scores import brief_score, score_sentence
from qb_engine.words.voice import Voice, capitalised, card_name

ROUNDED_FROM = 10_000
"""So many games or more are said in thousands."""
FIRST_LOOK = sentence("First look: the chance to win, judged at a glance after each move.")
BY_MERIT = sentence("First look, one reply ahead: merit is the expected margin and what ground and power are worth.")
IS_GUESS = sentence("A guess: the enemy's deck is not fully known.")
IS_OVER = sentence("The game is over.")


def standing_words(score: MatchScore, voice: Voice, *, turn: int | None = None, drew: str | None = None) -> str:
    """Where you stand, such as "Turn 4, your move. You drew Grenadier. You lead 12 to 9.": ``drew`` is in words.

    By ear in few words, because it is heard in every round: "Drew Grenadier. Ahead 12 to 9."
    """
    if voice.aloud:
        drawn = [] if drew is None else [voice.say(sentence("Drew {name}."), name=drew)]
        return " ".join([*drawn, brief_score(score, voice)])
    said = []
    if turn is not None:
        said.append(voice.say(sentence("Turn {turn}, your move."), turn=turn))
    if drew is not None:
        said.append(voice.say(sentence("You drew {name}."), name=drew))
    return " ".join([*said, score_sentence(score, voice)])


def advice_lines(advice: CoachingRecommendation, voice: Voice, *, turn: int | None = None) -> list[str]:
    """All of it for whoever asks about a position: where you stand, the answer, and every legal move."""
    where = standing_words(advice.position.match_score, voice, turn=turn)
    answer = answer_of(advice)
    if answer is None:
        return [f"{where} {voice.say(IS_OVER)}"]
    return [where, answer_words(answer, voice), *list_lines(advice, voice, show_all=True)]


def list_lines(advice: CoachingRecommendation, voice: Voice, *, show_all: bool = False) -> list[str]:
    """The ranked moves: how far the coach looked, and a line for each; heard, one paragraph for the first few.

    With ``show_all`` every legal move is there, with one reason and no risk.
    """
    if not advice.moves:
        return [voice.say(IS_OVER)]
    moves = listed(advice, None if show_all else advice.top_n)
    heading = looked_words(advice, voice)
    if voice.aloud:
        said = [heading, *(_heard(one, voice) for one in moves)]
        return said if show_all else [" ".join(said)]
    return [heading, *_table(advice, moves, voice, is_short=show_all)]


def looked_words(advice: CoachingRecommendation, voice: Voice) -> str:
    """How far the coach looked, and whether it guesses."""
    said = [_looked(advice, voice)]
    if advice.is_guess:
        said.append(voice.say(IS_GUESS))
    return " ".join(said)


def _looked(advice: CoachingRecommendation, voice: Voice) -> str:
    if advice.level == "quick" and advice.goes_by_chance:
        return voice.say(sentence("First look, by win chance.") if voice.aloud else FIRST_LOOK)
    if advice.level == "quick":
        return voice.say(sentence("First look, by merit.") if voice.aloud else BY_MERIT)
    if advice.is_exact:
        return voice.say(sentence("Win chance, all that can come played out."))
    count = advice.iterations if advice.iterations < ROUNDED_FROM else round(advice.iterations, -3)
    words = catalogue("qb_engine", voice.language)
    shown = f"{count:,}".replace(",", "." if voice.language == "it" else ",")
    if voice.aloud or len(advice.moves) == 1:
        return words.ngettext("Win chance over {n} game.", "Win chance over {n} games.", count).format(n=shown)
    text = words.ngettext(
        "Win chance over {n} game, and its range compared with move 1.",
        "Win chance over {n} games, and its range compared with move 1.",
        count,
    )
    return text.format(n=shown)


def explanation_lines(move: MoveEvaluation, voice: Voice) -> list[str]:
    """Every reason of a move as a clause."""
    return [reason_words(reason, voice) for reason in move.reasons]


def primary_message(advice: CoachingRecommendation, voice: Voice) -> str:
    """The answer in one sentence or two, the shortest form of advice; nothing when the game is over."""
    answer = answer_of(advice)
    return "" if answer is None else answer_words(answer, voice)


def secondary_messages(advice: CoachingRecommendation, voice: Voice) -> list[str]:
    """The other moves to show, a sentence each."""
    return [_message(move, voice) for move in advice.top[1:]]


def _message(move: MoveEvaluation, voice: Voice) -> str:
    label, figure = voice.say(LABEL_WORDS[move.quality_label]), figure_words(move, voice)
    return capitalised(f"{move_words(move.move, voice)}: {label}, {figure}.")


# To read.


def _table(
    advice: CoachingRecommendation, moves: Sequence[RankedMove], voice: Voice, *, is_short: bool = False
) -> list[str]:
    """A line for each move, in columns, and one for its risk."""
    rows = [_columns(advice, one, voice, is_short=is_short) for one in moves]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for one, (*columns, remarks) in zip(moves, rows, strict=True):
        cells = [columns[0].rjust(widths[0]), *(c.ljust(w) for c, w in zip(columns[1:], widths[1:], strict=True))]
        begin = " " + "  ".join(cells) + "  "
        lines.append(f"{begin}{remarks}".rstrip())
        if one.risk is not None and not is_short:
            risk = voice.say(sentence("risk: {risk}"), risk=risk_words(one.risk, voice))
            lines.append(" " * len(begin) + risk)
    return lines


def _columns(
    advice: CoachingRecommendation, one: RankedMove, voice: Voice, *, is_short: bool
) -> tuple[str, str, str, str, str]:
    """Number, card, tile, figure, and what is to be said about it."""
    number, placed = str(one.move.quality_rank), one.move.move
    name = voice.say(sentence("pass")) if placed is None else card_name(placed.card_id)
    tile = "" if placed is None else place_words(placed, voice)
    said = "; ".join(reason_words(reason, voice) for reason in one.reasons[: 1 if is_short else None])
    if one.move.wins_now:
        said = ""
    if one.is_as_good:
        as_good = voice.say(sentence("as good as {number}"), number=1)
        said = f"{as_good}: {said}" if said else as_good
    return number, name, tile, f"{figure_words(one.move, voice)}{_range(advice, one.move)}", said


def _range(advice: CoachingRecommendation, move: MoveEvaluation) -> str:
    """Where the chance lies compared with the first move; it holds the other's just when the two are as good.

    It is rounded outwards, so that rounding never claims to know more, but not into a chance that is clearly another.
    """
    if move.compared is None or move.win_chance is None:
        return ""
    # As floats, 100 times 0.57 is a little less than 57.
    lowest, highest = floor(round(100 * move.compared[0], 6)), ceil(round(100 * move.compared[1], 6))
    first, second = advice.moves[0], advice.moves[1] if len(advice.moves) > 1 else None
    other, own = second if move is first else first, round(100 * move.win_chance)
    is_close = other is None or (other if move is first else move).is_close
    if not is_close and other is not None and other.win_chance is not None:
        there = round(100 * other.win_chance)
        lowest = max(lowest, min(own, there + 1)) if move is first else lowest
        highest = highest if move is first else min(highest, max(own, there - 1))
    return f" ({lowest}-{highest})"


# To hear.


def _heard(one: RankedMove, voice: Voice) -> str:
    """A move with its number and its figure."""
    facts = {
        "number": one.move.quality_rank,
        "move": move_words(one.move.move, voice),
        "figure": figure_words(one.move, voice),
    }
    alike = sentence("{number}: {move}, {figure}, as good.")
    return voice.say(alike if one.is_as_good else sentence("{number}: {move}, {figure}."), **facts)
