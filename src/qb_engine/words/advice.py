"""Advice in words: the ranked list, why and why not; to read or to hear, in two languages.

Only facts of the engine are said, so the same advice gives the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from kernelkit.spoken import catalogue, sentence
from qb_engine.advice.answers import Difference, Pair, Why, WhyNot
from qb_engine.advice.evaluation import CoachingRecommendation, MoveEvaluation
from qb_engine.advice.reasons import Reason, margin_last
from qb_engine.moves import LANES
from qb_engine.scoring import MatchScore
from qb_engine.words.moves import (
    LABEL_WORDS,
    margin_words,
    margins_words,
    move_words,
    percent_words,
    place_words,
    reason_words,
    risk_words,
)
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import Voice, capitalised, card_name

MOST_REASONS = 3
ROUNDED_FROM = 10_000
"""So many games or more are said in thousands."""
ORDINALS = (sentence("Best"), sentence("Second"), sentence("Third"))


def advice_lines(
    advice: CoachingRecommendation,
    voice: Voice,
    *,
    turn: int | None = None,
    drew: str | None = None,
    show_all: bool = False,
) -> list[str]:
    """The advice: a heading and a line for each move to read, or one paragraph to hear.

    ``turn`` and ``drew``, a card id, open the heading; with ``show_all`` every legal move is there, a line each.
    """
    moves = advice.moves if show_all else advice.top
    heading = heading_words(advice, voice, turn=turn, drew=drew)
    if voice.aloud:
        said = [heading, *(_spoken_move(advice, move, voice, every_chance=show_all) for move in moves)]
        return said if show_all else [" ".join(said)]
    return [heading, *_table(moves, voice)]


def deeper_lines(advice: CoachingRecommendation, before: CoachingRecommendation, voice: Voice) -> list[str]:
    """What a search makes of quick advice that has just been given: how far it looked, what changes, and the list.

    By ear a first move that stays needs no second explanation.
    """
    first, old = advice.moves[0], before.moves[0]
    stays = first.move == old.move
    replaced = advice.find(old.move)
    key = sentence("{looked}: still {move}.") if stays else sentence("{looked}: {move} instead of {before}.")
    if not stays and replaced is not None and replaced.is_close:
        key = sentence("{looked}: {move} before {before}, too close to call.")
    moves = {"move": move_words(first.move, voice), "before": move_words(old.move, voice)}
    said = [voice.say(key, looked=_looked(advice, voice), **moves), _promise(first, voice)]
    if not voice.aloud:
        return ["  ".join(said), *_table(advice.top, voice)]
    said += [] if stays else _spoken_reasons(first, voice)
    return [" ".join([*said, *(_spoken_move(advice, move, voice) for move in advice.top[1:])])]


def _looked(advice: CoachingRecommendation, voice: Voice) -> str:
    """How far a search looked: everything, or so many games."""
    if advice.is_exact:
        return voice.say(sentence("Played out all that can come"))
    count = advice.iterations if advice.iterations < ROUNDED_FROM else round(advice.iterations, -3)
    words = catalogue("qb_engine", voice.language)
    shown = f"{count:,}".replace(",", "." if voice.language == "it" else ",")
    return words.ngettext("Looked deeper, {n} game", "Looked deeper, {n} games", count).format(n=shown)


def heading_words(
    advice: CoachingRecommendation, voice: Voice, *, turn: int | None = None, drew: str | None = None
) -> str:
    """Where you stand: turn, draw, score, and what the best move is expected to give."""
    score = score_sentence(advice.position.match_score, voice)
    opening = "" if turn is None else voice.say(sentence("Turn {turn}."), turn=turn) + " "
    if turn is not None and drew is not None:
        key = sentence("Turn {turn}. You drew {name}.") if voice.aloud else sentence("Turn {turn} - you drew {name}.")
        opening = voice.say(key, turn=turn, name=card_name(drew)) + " "
    return f"{opening}{score}{' ' if voice.aloud else '  '}{_outlook(advice, voice)}"


def _outlook(advice: CoachingRecommendation, voice: Voice) -> str:
    """What the best move gives, how deep the coach looked, and whether it guesses."""
    best = advice.primary
    if best is None:
        return voice.say(sentence("The game is over."))
    said = _promise(best, voice, is_exact=advice.is_exact)
    remarks = []
    if len(advice.moves) == 1 and best.move is None:
        remarks.append(voice.say(sentence("None of your cards can be laid.")))
    if advice.is_guess:
        remarks.append(voice.say(sentence("The enemy's deck is unknown: a guess.")))
    # To read, a win chance that ends the heading has no full stop.
    return " ".join([said if said.endswith(".") or not remarks else f"{said}.", *remarks])


def _promise(best: MoveEvaluation, voice: Voice, *, is_exact: bool = False) -> str:
    """What the best move gives; that a chance is exact, where nothing else says it."""
    figures = _figures(best, voice)
    if best.win_chance is None:
        return voice.say(sentence("Quick look: {figures}."), figures=figures)
    if is_exact:
        figures = voice.say(sentence("{chance}, exact"), chance=figures)
    return voice.say(sentence("Win chance {figures}.") if voice.aloud else sentence("Win {figures}"), figures=figures)


def _figures(move: MoveEvaluation, voice: Voice) -> str:
    """The win chance with its interval, alone when it is exact; of a quick look the expected and the worst margin."""
    if move.win_chance is None or move.interval is None:
        return margins_words(move.you_margin_after_enemy_expected, move.you_margin_after_enemy_best, voice)
    chance, (low, high) = percent_words(move.win_chance, voice), move.interval
    if low == high:
        return chance
    # Outwards, so that rounding never claims to know more; as floats, 100 times 0.57 is a little less than 57.
    lowest, highest = floor(round(100 * low, 6)), ceil(round(100 * high, 6))
    if not voice.aloud:
        return f"{chance} ({lowest}-{highest})"
    if lowest == 0 or highest == 100:
        return voice.say(sentence("{chance}, between {low} and {high}"), chance=chance, low=lowest, high=highest)
    either_way = ceil(round(50 * (high - low), 6))
    return voice.say(sentence("{chance}, plus or minus {number}"), chance=chance, number=either_way)


def explanation_lines(move: MoveEvaluation, voice: Voice) -> list[str]:
    """Every reason of a move as a clause."""
    return [reason_words(reason, voice) for reason in move.reasons]


def primary_message(advice: CoachingRecommendation, voice: Voice) -> str:
    """The best move in one sentence, the shortest form of advice; nothing when the game is over."""
    return "".join(_message(move, voice) for move in advice.moves[:1])


def secondary_messages(advice: CoachingRecommendation, voice: Voice) -> list[str]:
    """The other moves to show, a sentence each."""
    return [_message(move, voice) for move in advice.top[1:]]


def _message(move: MoveEvaluation, voice: Voice) -> str:
    label, figures = voice.say(LABEL_WORDS[move.quality_label]), _figures(move, voice)
    return capitalised(f"{move_words(move.move, voice)}: {label}, {figures}.")


def _shown_reasons(move: MoveEvaluation) -> tuple[Reason, ...]:
    """The weightiest reasons."""
    return margin_last(move.reasons)[:MOST_REASONS]


# To read.


def _table(moves: Sequence[MoveEvaluation], voice: Voice) -> list[str]:
    """A line for each move, in columns."""
    rows = [_columns(move, voice) for move in moves]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    lines = []
    for *columns, rest in rows:
        cells = [columns[0].rjust(widths[0]), *(c.ljust(w) for c, w in zip(columns[1:], widths[1:], strict=True))]
        lines.append(" " + "  ".join([*cells, rest]).rstrip())
    return lines


def _columns(move: MoveEvaluation, voice: Voice) -> tuple[str, str, str, str, str]:
    """Number, card, tile, figures, and what is to be said about it."""
    number, placed = str(move.quality_rank), move.move
    name = voice.say(sentence("pass")) if placed is None else card_name(placed.card_id)
    tile = "" if placed is None else place_words(placed, voice)
    remarks = [_too_close(voice)] if move.is_inseparable else []
    remarks += [reason_words(reason, voice) for reason in _shown_reasons(move)]
    said = "; ".join(remarks)
    if move.risk is not None:
        risk = voice.say(sentence("risk: {risk}"), risk=risk_words(move.risk, voice))
        said = f"{said}   {risk}".strip()
    return number, name, tile, _short_figures(move, voice), said


def _short_figures(move: MoveEvaluation, voice: Voice) -> str:
    """The figures as a column has room for them: ``+2.3 (worst -1)``."""
    if move.win_chance is not None:
        return _figures(move, voice)
    expected = margin_words(float(move.you_margin_after_enemy_expected), voice)
    worst = voice.say(sentence("(worst {margin})"), margin=margin_words(move.you_margin_after_enemy_best, voice))
    return f"{expected} {worst}"


def _too_close(voice: Voice) -> str:
    return voice.say(sentence("too close to call with {number}"), number=1)


# To hear.


def _spoken_move(
    advice: CoachingRecommendation, move: MoveEvaluation, voice: Voice, *, every_chance: bool = False
) -> str:
    """A move as sentences; reasons and risk for the first, the figures alone for the others.

    A move that is too close to call is named without its chance, unless ``every_chance`` is to be heard.
    """
    rank, named = move.quality_rank, move_words(move.move, voice)
    ordinal = voice.say(ORDINALS[rank - 1]) if rank <= len(ORDINALS) else voice.say(sentence("Number {n}"), n=rank)
    if move.is_inseparable and every_chance and move.win_chance is not None:
        key = sentence("{ordinal}, too close to call: {move}, {chance}.")
        return voice.say(key, ordinal=ordinal, move=named, chance=percent_words(move.win_chance, voice))
    if move.is_inseparable:
        key = sentence("{ordinal}, too close to call: {move}.")
        return voice.say(key, ordinal=ordinal, move=named)
    key = sentence("{ordinal}: {move}, {figures}.")
    figures = _figures(move, voice) if move.win_chance is None else percent_words(move.win_chance, voice)
    said = [voice.say(key, ordinal=ordinal, move=named, figures=figures)]
    return " ".join(said + _spoken_reasons(move, voice) if move == advice.primary else said)


def _spoken_reasons(move: MoveEvaluation, voice: Voice) -> list[str]:
    """Up to three reasons and the risk, a sentence each."""
    said = [capitalised(reason_words(reason, voice)) + "." for reason in _shown_reasons(move)]
    if move.risk is not None:
        said.append(voice.say(sentence("Risk: {risk}."), risk=risk_words(move.risk, voice)))
    return said


# Why, and why not.


def why_lines(why: Why, voice: Voice) -> list[str]:
    """A move in full: figures, the lanes before, after, and after the best reply, every reason, and that reply."""
    move, scores = why.move, (why.before, why.after, why.reply)
    key = sentence("{move}: number {rank} of {count}, {label}, {figures}.")
    facts = {"rank": move.quality_rank, "count": why.count, "label": voice.say(LABEL_WORDS[move.quality_label])}
    head = voice.say(key, move=move_words(move.move, voice), figures=_figures(move, voice), **facts)
    lanes = _spoken_lanes(*scores, voice) if voice.aloud else _lane_table(*scores, voice)
    reasons = [capitalised(line) + "." for line in explanation_lines(move, voice)]
    return [capitalised(head), *_merit(move, voice), *lanes, *reasons, _best_reply(move, voice), *_answer(move, voice)]


def _answer(move: MoveEvaluation, voice: Voice) -> list[str]:
    """The enemy's answer that a search played most, and why it is another than the one that hurts most at once."""
    worst = move.forecast.worst.move
    if move.reply is None:
        return []
    if move.reply == worst:
        return [voice.say(sentence("In the deep look, too, the enemy most often replies so."))]
    alone = sentence("In the deep look the enemy most often replies with {move}.")
    both = sentence("That hurts most one reply ahead; in the deep look the enemy most often replies with {move}.")
    return [voice.say(alone if worst is None else both, move=move_words(move.reply, voice))]


def _merit(move: MoveEvaluation, voice: Voice) -> list[str]:
    """What the quick look ranks the move by; a search ranks by its win chance."""
    if move.win_chance is not None:
        return []
    key = sentence("Merit {merit}: the expected margin and {standing} for ground and power.")
    return [voice.say(key, merit=margin_words(move.merit, voice), standing=margin_words(move.standing, voice))]


def _lane_table(before: MatchScore, after: MatchScore, reply: MatchScore, voice: Voice) -> list[str]:
    """Powers lane by lane, yours first, and the totals, in three columns."""
    heads = [voice.say(sentence("before")), voice.say(sentence("after")), voice.say(sentence("best reply"))]
    rows = [["", *heads]]
    for lane in range(LANES):
        powers = [f"{s.lanes[lane].power_you}-{s.lanes[lane].power_enemy}" for s in (before, after, reply)]
        rows.append([voice.lane(lane), *powers])
    rows.append([voice.say(sentence("points")), *(f"{s.total_you}-{s.total_enemy}" for s in (before, after, reply))])
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _spoken_lanes(before: MatchScore, after: MatchScore, reply: MatchScore, voice: Voice) -> list[str]:
    """The same in sentences; a lane in which nothing happens is not mentioned."""
    said = []
    for lane in range(LANES):
        old, new, last = ((s.lanes[lane].power_you, s.lanes[lane].power_enemy) for s in (before, after, reply))
        if old == new == last:
            continue
        key = sentence("{lane}: {before} before, {after} after, {reply} after the best reply.")
        facts = {"before": _to(old, voice), "after": _to(new, voice), "reply": _to(last, voice)}
        said.append(capitalised(voice.say(key, lane=voice.lane(lane), **facts)))
    return said


def _to(pair: Pair, voice: Voice) -> str:
    return voice.say(sentence("{you} to {enemy}"), you=pair[0], enemy=pair[1])


def _best_reply(move: MoveEvaluation, voice: Voice) -> str:
    worst = move.forecast.worst
    if worst.move is None:
        return voice.say(sentence("No reply of the enemy hurts you."))
    key = sentence("The enemy's best reply: {move}, chance {chance}, leaves you at {margin}.")
    facts = {"move": move_words(worst.move, voice), "chance": percent_words(worst.weight, voice)}
    return voice.say(key, margin=margin_words(worst.margin, voice), **facts)


def why_not_lines(why_not: WhyNot, voice: Voice) -> list[str]:
    """What a move gives away against the best one: margins, lanes, tiles, and the best one's reasons it has not."""
    best, asked = why_not.best, why_not.asked
    named, leader = capitalised(move_words(asked.move, voice)), move_words(best.move, voice)
    if why_not.verdict == "best":
        return [voice.say(sentence("{move} is the best move."), move=named)]
    if why_not.verdict == "too_close":
        return [voice.say(sentence("{move} is too close to call with {best}."), move=named, best=leader)]
    key = sentence(
        "{move} instead of {best}: {expected} on average, {worst} at worst, {now} at once, "
        "{standing} for ground and power."
    )
    facts = {
        "expected": margin_words(float(why_not.expected), voice),
        "worst": margin_words(why_not.worst, voice),
        "now": margin_words(why_not.now, voice),
        "standing": margin_words(why_not.standing, voice),
    }
    lines = [*_chances(best, asked, voice), voice.say(key, move=named, best=leader, **facts)]
    lines += [_difference(difference, voice) for difference in why_not.differences]
    for reason in why_not.missed[:MOST_REASONS]:
        key = sentence("Only the best move: {reason}.")
        lines.append(voice.say(key, reason=reason_words(reason, voice)))
    return [*lines, _best_reply(asked, voice)]


def _chances(best: MoveEvaluation, asked: MoveEvaluation, voice: Voice) -> list[str]:
    """The win chances of both, when a search found them."""
    if asked.win_chance is None:
        return []
    key = sentence("Win chance: {better} with the best move, {other} with this one.")
    return [voice.say(key, better=_figures(best, voice), other=_figures(asked, voice))]


def _difference(found: Difference, voice: Voice) -> str:
    """A lane, or the tiles held, with the best move and with this one."""
    name = voice.say(sentence("tiles held")) if found.lane_index is None else voice.lane(found.lane_index)
    better, other = (_to(pair, voice) if voice.aloud else f"{pair[0]}-{pair[1]}" for pair in (found.best, found.asked))
    key = sentence("{lane}: {better} with the best move, {other} with this one.")
    return capitalised(voice.say(key, lane=name, better=better, other=other))
