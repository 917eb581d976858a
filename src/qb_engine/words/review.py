"""A review in words: what happened, the table behind the win graph, each flagged move, and the lessons.

To read, the moves are a table; to hear, a sentence each. Chances are those of the seat from which the game is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kernelkit.spoken import catalogue, sentence
from qb_engine.moves import Side
from qb_engine.review.lessons import Lesson, Theme, lessons
from qb_engine.review.report import FLAGS, Flag, Insight, Review, ReviewedMove
from qb_engine.words.moves import decimal, move_words, percent_words, reason_words
from qb_engine.words.voice import Voice, capitalised

FLAG_WORDS: Mapping[Flag, str] = {
    "inaccuracy": sentence("inaccuracy"),
    "mistake": sentence("mistake"),
    "blunder": sentence("blunder"),
}
BIG_SWING = 10.0
"""Luck of so many points between two moves is worth a sentence."""
MOST_REASONS = 2
_THEMES: Mapping[Theme, tuple[str, str]] = {
    "passed": (sentence("you passed too early"), sentence("the enemy passed too early")),
    "should_pass": (
        sentence("you played on where a pass wins more"),
        sentence("the enemy played on instead of passing"),
    ),
    "ground": (sentence("you gave up ground"), sentence("the enemy gave up ground")),
    "lane": (sentence("you left a lane that you could take"), sentence("the enemy left a lane that it could take")),
    "answer": (sentence("you left more to the answer"), sentence("the enemy left more to the answer")),
    "tiles": (sentence("you left tiles to the enemy"), sentence("the enemy left tiles to you")),
    "rank": (sentence("you did not open a higher rank"), sentence("the enemy did not open a higher rank")),
    "trigger": (sentence("you left an ability unused"), sentence("the enemy left an ability unused")),
    "tile": (sentence("the right card on the wrong tile"), sentence("the enemy's right card on the wrong tile")),
    "card": (sentence("the wrong card on the right tile"), sentence("the enemy's wrong card on the right tile")),
    "other": (sentence("another card elsewhere wins more"), sentence("another card of the enemy elsewhere wins more")),
}
"""What the losses have in common, said of you and of the enemy."""


def review_lines(review: Review, voice: Voice) -> list[str]:
    """The whole review; parts are parted by an empty line."""
    parts = [summary_lines(review, voice), table_lines(review, voice), *_flagged(review, voice)]
    parts.append(lesson_lines(review, voice))
    lines = [line for part in parts for line in (*part, "")]
    return lines[:-1]


# What happened.


def summary_lines(review: Review, voice: Voice) -> list[str]:
    """Whose moves, the result, where it came from, and how many moves were flagged."""
    lines = [_heading(review, voice), result_words(review, voice), *balance_lines(review, voice)]
    return [*lines, *_swing(review, voice), _counts(review, voice)]


def _heading(review: Review, voice: Voice) -> str:
    number, words = len(review.moves), catalogue("qb_engine", voice.language)
    if len(review.sides) == 2:
        text = words.ngettext("Review of {number} move of both sides", "Review of {number} moves of both sides", number)
    elif review.side == "Y":
        text = words.ngettext("Review of your {number} move", "Review of your {number} moves", number)
    else:
        text = words.ngettext("Review of the enemy's {number} move", "Review of the enemy's {number} moves", number)
    key = sentence("{what}, {iterations} iterations each.")
    said = voice.say(key, what=text.format(number=number), iterations=review.iterations)
    if len(review.sides) == 2:
        said += " " + voice.say(sentence("Every chance is yours, also at the enemy's moves."))
    if review.is_guess and review.side == "Y":
        said += " " + voice.say(sentence("The enemy's deck is unknown: a guess."))
    elif review.is_guess:
        said += " " + voice.say(sentence("Your deck is unknown to the enemy: a guess."))
    return said


def result_words(review: Review, voice: Voice) -> str:
    """How the game ended, as a sentence."""
    result = review.result
    if result is None:
        left = {
            "Y": sentence("You gave the match up."),
            "E": sentence("The enemy gave the match up."),
            None: sentence("The match is not finished."),
        }
        return voice.say(left[review.resigned])
    keys = {
        "Y": sentence("You won {you} to {enemy}."),
        "E": sentence("The enemy won {enemy} to {you}."),
        None: sentence("The match was tied at {you}."),
    }
    return voice.say(keys[result.winner], you=result.total_you, enemy=result.total_enemy)


def balance_lines(review: Review, voice: Voice) -> list[str]:
    """Where the result came from: the chance at both ends, and what moved it in between."""
    balance, is_yours = review.balance, review.side == "Y"
    ends = {"start": percent_words(balance.start, voice), "end": percent_words(balance.end, voice)}
    whole = sentence("Your win chance: {start} at the start, {end} at the end.")
    so_far = sentence("Your win chance: {start} at the start, {end} after your last move.")
    lost = sentence("Your moves lost {points} points.")
    if not is_yours:
        whole = sentence("The enemy's win chance: {start} at the start, {end} at the end.")
        so_far = sentence("The enemy's win chance: {start} at the start, {end} after its last move.")
        lost = sentence("The enemy's moves lost {points} points.")
    lines = [voice.say(so_far if review.result is None else whole, **ends)]
    lines.append(voice.say(lost, points=_points(balance.lost, voice)))
    if len(review.sides) == 2:
        given = sentence("The enemy's moves gave you {points} points.")
        lines.append(voice.say(given, points=_points(balance.gained, voice)))
    lines.append(voice.say(_rest_key(review, balance.luck >= 0), points=_points(abs(balance.luck), voice)))
    return [" ".join(lines)]


def _rest_key(review: Review, is_good: bool) -> str:
    """What is left: luck alone where both sides were judged, else luck and the other side's moves."""
    if len(review.sides) == 2:
        return sentence("Luck brought {points} points.") if is_good else sentence("Luck cost {points} points.")
    if review.side == "Y":
        brought = sentence("Luck and the enemy's moves brought {points} points.")
        return brought if is_good else sentence("Luck and the enemy's moves cost {points} points.")
    brought = sentence("Luck and your moves brought it {points} points.")
    return brought if is_good else sentence("Luck and your moves cost it {points} points.")


def _points(lost: float, voice: Voice) -> str:
    return decimal(round(100 * lost, 1) + 0.0, voice)


def _swing(review: Review, voice: Voice) -> Iterator[str]:
    """The biggest stroke of luck, if it was one."""
    swings = review.swings
    place = max(range(len(swings)), key=lambda at: abs(swings[at]))
    if abs(100 * swings[place]) < BIG_SWING:
        return
    points = _points(abs(swings[place]), voice)
    if place == len(review.own):
        key = sentence("The biggest swing between moves: plus {points} points after the last one.")
        cost = sentence("The biggest swing between moves: minus {points} points after the last one.")
        yield voice.say(key if swings[place] > 0 else cost, points=points)
        return
    key = sentence("The biggest swing between moves: plus {points} points before turn {turn}.")
    cost = sentence("The biggest swing between moves: minus {points} points before turn {turn}.")
    yield voice.say(key if swings[place] > 0 else cost, points=points, turn=review.own[place].moment.turn)


def _counts(review: Review, voice: Voice) -> str:
    """How many of each kind, such as ``1 blunder, 2 mistakes.``, the worst first."""
    said = []
    for flag, _points_lost in FLAGS:
        number = sum(move.flag == flag for move in review.moves)
        if number:
            said.append(_counted(flag, number, voice))
    return f"{', '.join(said)}." if said else voice.say(sentence("No move lost 5 points or more."))


def _counted(flag: Flag, number: int, voice: Voice) -> str:
    words = catalogue("qb_engine", voice.language)
    if flag == "blunder":
        text = words.ngettext("{number} blunder", "{number} blunders", number)
    elif flag == "mistake":
        text = words.ngettext("{number} mistake", "{number} mistakes", number)
    else:
        text = words.ngettext("{number} inaccuracy", "{number} inaccuracies", number)
    return text.format(number=number)


# The table behind the graph.


def seat_chances(review: Review, move: ReviewedMove) -> tuple[float, float]:
    """The chance before and after a move, from the seat from which the game is told."""
    if move.side == review.side:
        return move.win_before, move.win_after
    return 1 - move.win_before, 1 - move.win_after


def table_lines(review: Review, voice: Voice) -> list[str]:
    """Every reviewed move and the end: columns to read, a sentence each to hear."""
    if voice.aloud:
        return [move_sentence(review, move, voice) for move in review.moves]
    heads = (sentence("turn"), sentence("move"), sentence("before"), sentence("after"), sentence("lost"), "")
    rows = [[voice.say(head) if head else "" for head in heads]]
    rows += [_row(review, move, voice) for move in review.moves]
    end = percent_words(review.end, voice)
    rows.append([voice.say(sentence("end")), "", "", "" if review.result is None else end, "", ""])
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return [_aligned(row, widths) for row in rows if any(row[1:])]


def _aligned(row: list[str], widths: list[int]) -> str:
    """Numbers to the right, words to the left."""
    cells = [
        cell.ljust(width) if column in (1, 5) else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def _row(review: Review, move: ReviewedMove, voice: Voice) -> list[str]:
    before, after = (percent_words(chance, voice) for chance in seat_chances(review, move))
    lost = decimal(move.points_lost, voice) if move.points_lost else ""
    return [str(move.moment.turn), mover_words(review, move, voice), before, after, lost, remark_words(move, voice)]


def mover_words(review: Review, move: ReviewedMove, voice: Voice) -> str:
    """The move that was played; where both sides are told, the other one's with whose it is."""
    named = move_words(move.played, voice)
    if move.side == review.side:
        return named
    return voice.say(sentence("enemy: {move}"), move=named)


def remark_words(move: ReviewedMove, voice: Voice) -> str:
    """The flag, or why there is none, and whether the chance is exact."""
    said = []
    if move.flag is not None:
        said.append(voice.say(FLAG_WORDS[move.flag]))
    elif move.is_forced:
        said.append(voice.say(sentence("no choice")))
    elif move.is_close:
        said.append(voice.say(sentence("too close to call with {move}"), move=move_words(move.best, voice)))
    if move.is_exact:
        said.append(voice.say(sentence("exact")))
    return ", ".join(said)


def move_sentence(review: Review, move: ReviewedMove, voice: Voice) -> str:
    """A row as a sentence."""
    before, after = (percent_words(chance, voice) for chance in seat_chances(review, move))
    short = sentence("Turn {turn}, {move}: {after}.")
    full = sentence("Turn {turn}, {move}: {before} before, {after} after, {points} points lost.")
    if move.side != review.side:
        short = sentence("Turn {turn}, {move}: you have {after}.")
        full = sentence("Turn {turn}, {move}: you have {before} before, {after} after; the enemy lost {points} points.")
    key = full if move.points_lost else short
    facts = {"before": before, "after": after, "points": decimal(move.points_lost, voice)}
    said = voice.say(key, turn=move.moment.turn, move=mover_words(review, move, voice), **facts)
    remarks = remark_words(move, voice)
    return f"{said} {capitalised(remarks)}." if remarks else said


# The flagged moves.


def _flagged(review: Review, voice: Voice) -> list[list[str]]:
    lines = [" ".join(flagged_words(review, move, voice)) for move in review.flagged]
    return [lines] if lines else []


def flagged_words(review: Review, move: ReviewedMove, voice: Voice) -> Iterator[str]:
    """A flagged move in sentences: what it lost, what was better and why, and the answer to it."""
    assert move.flag is not None
    assert move.insight is not None
    key = sentence("Turn {turn}, {move}: {flag}, {points} points lost.")
    facts = {"flag": voice.say(FLAG_WORDS[move.flag]), "points": decimal(move.points_lost, voice)}
    yield voice.say(key, turn=move.moment.turn, move=mover_words(review, move, voice), **facts)
    yield better_words(review, move, voice)
    if (answer := _answer(move, move.insight, voice)) is not None:
        yield answer
    if move.is_exact:
        yield voice.say(sentence("This is exact: every hand and draw that was possible is played out."))


def better_words(review: Review, move: ReviewedMove, voice: Voice, most_reasons: int = MOST_REASONS) -> str:
    """The better move with both chances, as in the table, and, where they are told from your seat, its reasons."""
    best, played = (percent_words(chance, voice) for chance in seat_chances(review, move))
    key = sentence("Better: {move}, {best} instead of {played}.")
    if move.side != review.side:
        key = sentence("Better for the enemy: {move}, which leaves you {best} instead of {played}.")
    said = voice.say(key, move=move_words(move.best, voice), best=best, played=played)
    reasons = () if move.insight is None or move.side != "Y" else move.insight.better[:most_reasons]
    if not reasons:
        return said
    return f"{said} {capitalised('; '.join(reason_words(reason, voice) for reason in reasons))}."


def _answer(move: ReviewedMove, insight: Insight, voice: Voice) -> str | None:
    if not insight.is_answered:
        return None
    keys: dict[Side, str] = {"Y": sentence("The enemy's answer: {move}."), "E": sentence("Your answer: {move}.")}
    return voice.say(keys[move.side], move=move_words(insight.answer, voice))


# The lessons.


def lesson_lines(review: Review, voice: Voice) -> list[str]:
    """What there is to learn, the costliest first; a sentence that there is nothing otherwise."""
    found = lessons(review)
    if not found:
        return [voice.say(sentence("Nothing to learn here: no move gave away anything that could be told."))]
    heading = catalogue("qb_engine", voice.language).ngettext("{number} lesson:", "{number} lessons:", len(found))
    return [
        heading.format(number=len(found)),
        *(f"{place}. {lesson_words(one, voice)}" for place, one in enumerate(found, start=1)),
    ]


def lesson_words(lesson: Lesson, voice: Voice) -> str:
    """A lesson: what its moves have in common, what they lost, and the costliest of them."""
    first = lesson.moves[0]
    theme = capitalised(voice.say(_THEMES[lesson.theme][0 if first.side == "Y" else 1]))
    turns = ", ".join(str(turn) for turn in sorted(move.moment.turn for move in lesson.moves))
    points = decimal(lesson.points_lost, voice)
    cost = catalogue("qb_engine", voice.language).ngettext(
        "{theme}: {points} points lost in turn {turns}.",
        "{theme}: {points} points lost in turns {turns}.",
        len(lesson.moves),
    )
    key = sentence("In turn {turn}, {best} would have kept {before}; {move} left {after}.")
    chances = {"before": percent_words(first.win_before, voice), "after": percent_words(first.win_after, voice)}
    moves = {"best": move_words(first.best, voice), "move": move_words(first.played, voice)}
    said = [
        cost.format(theme=theme, points=points, turns=turns),
        voice.say(key, turn=first.moment.turn, **moves, **chances),
    ]
    if lesson.reasons and first.side == "Y":
        reasons = "; ".join(reason_words(reason, voice) for reason in lesson.reasons[:MOST_REASONS])
        said.append(voice.say(sentence("The better move: {reasons}."), reasons=reasons))
    return " ".join(said)
