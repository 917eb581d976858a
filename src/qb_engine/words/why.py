"""Why a move, and why not, in words: the lanes before and after, every reason, the reply, and what is given away."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from kernelkit.spoken import sentence
from qb_engine.advice.answers import Difference, Pair, Why, WhyNot
from qb_engine.advice.evaluation import MoveEvaluation
from qb_engine.moves import LANES
from qb_engine.scoring import MatchScore
from qb_engine.words.advice import explanation_lines
from qb_engine.words.answer import figure_words
from qb_engine.words.moves import LABEL_WORDS, margin_words, move_words, percent_words, reason_words
from qb_engine.words.voice import Voice, capitalised


def why_lines(why: Why, voice: Voice) -> list[str]:
    """A move in full: its figure, the lanes before, after, and after the best reply, every reason, and that reply."""
    move = why.move
    key = sentence("{move}: number {rank} of {count}, {figure}.")
    figure = _figure(move, voice)
    head = voice.say(key, move=move_words(move.move, voice), rank=move.quality_rank, count=why.count, figure=figure)
    scores = (why.before, why.after) if move.ends_match else (why.before, why.after, why.reply)
    lanes = _spoken_lanes(scores, voice) if voice.aloud else _lane_table(scores, voice)
    reasons = [] if move.wins_now else [capitalised(line) + "." for line in explanation_lines(move, voice)]
    replies = [] if move.ends_match else [_best_reply(move, why.reply, voice), *_answer(move, voice)]
    return [capitalised(head), *_merit(move, voice), *lanes, *reasons, *replies]


def _figure(move: MoveEvaluation, voice: Voice) -> str:
    """What the move is ranked by, and how sure that is."""
    figure = figure_words(move, voice)
    if move.wins_now:
        return figure
    if move.interval is None:
        label = voice.say(LABEL_WORDS[move.quality_label])
        if move.win_chance is None or move.accepts_no_lead:
            return voice.say(sentence("first look, {label}"), label=label)
        return voice.say(sentence("win {chance} at first look, {label}"), chance=figure, label=label)
    if move.interval[0] == move.interval[1]:
        return voice.say(sentence("win {chance}, exact"), chance=figure)
    # Outwards, so that rounding never claims to know more; as floats, 100 times 0.57 is a little less than 57.
    low, high = floor(round(100 * move.interval[0], 6)), ceil(round(100 * move.interval[1], 6))
    key = sentence("win {chance}; a far longer search would say {low} to {high}")
    return voice.say(key, chance=figure, low=low, high=high)


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
    """What the first look ranks the move by where it has no chance; and what is decided needs no ground."""
    if move.win_chance is not None or move.decided:
        return []
    key = sentence("Merit {merit}: the expected margin {expected}, and {standing} for ground and power.")
    facts = {
        "merit": margin_words(float(move.merit), voice),
        "expected": margin_words(float(move.you_margin_after_enemy_expected), voice),
        "standing": margin_words(move.standing, voice),
    }
    return [voice.say(key, **facts)]


def _lane_table(scores: Sequence[MatchScore], voice: Voice) -> list[str]:
    """Powers lane by lane, yours first, and the totals, in columns."""
    heads = [voice.say(sentence("before")), voice.say(sentence("after")), voice.say(sentence("best reply"))]
    rows = [["", *heads[: len(scores)]]]
    rows += [
        [voice.lane(lane), *(f"{s.lanes[lane].power_you}-{s.lanes[lane].power_enemy}" for s in scores)]
        for lane in range(LANES)
    ]
    rows.append([voice.say(sentence("points")), *(f"{s.total_you}-{s.total_enemy}" for s in scores)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _spoken_lanes(scores: Sequence[MatchScore], voice: Voice) -> list[str]:
    """The same in sentences; a lane in which nothing happens is not mentioned."""
    said = []
    for lane in range(LANES):
        powers = [(s.lanes[lane].power_you, s.lanes[lane].power_enemy) for s in scores]
        if len(set(powers)) == 1:
            continue
        names = ("before", "after", "reply")
        whole = sentence("{lane}: {before} before, {after} after, {reply} after the best reply.")
        key = whole if len(powers) == len(names) else sentence("{lane}: {before} before, {after} after.")
        facts = {name: _to(pair, voice) for name, pair in zip(names, powers, strict=False)}
        said.append(capitalised(voice.say(key, lane=voice.lane(lane), **facts)))
    return said


def _to(pair: Pair, voice: Voice) -> str:
    return voice.say(sentence("{you} to {enemy}"), you=pair[0], enemy=pair[1])


def _best_reply(move: MoveEvaluation, reply: MatchScore, voice: Voice) -> str:
    worst = move.forecast.worst
    if worst.move is None:
        return voice.say(sentence("No reply of the enemy hurts you."))
    key = sentence("The enemy's best reply: {move}, chance {chance}; the score is then {you} to {enemy}.")
    facts = {"move": move_words(worst.move, voice), "chance": percent_words(worst.weight, voice)}
    return voice.say(key, you=reply.total_you, enemy=reply.total_enemy, **facts)


def why_not_lines(why_not: WhyNot, voice: Voice) -> list[str]:
    """What a move gives away against the best one: its figure, lanes, tiles, and what only one of the two does."""
    best, asked = why_not.best, why_not.asked
    named, leader = capitalised(move_words(asked.move, voice)), move_words(best.move, voice)
    if why_not.verdict == "best":
        return [voice.say(sentence("{move} is the best move."), move=named)]
    lines = [_accepts(asked, voice)] if asked.move is None and not asked.wins_now else []
    if why_not.verdict == "too_close":
        key = sentence("{move} is as good as {best}: nothing tells them apart for sure.")
        lines.append(voice.say(key, move=named, best=leader))
    lines += [*_figures(best, asked, voice), *_disagreement(why_not, voice)]
    if why_not.verdict == "worse":
        lines += [_difference(difference, voice) for difference in why_not.differences]
    only_best, only_this = sentence("Only the best move {reason}."), sentence("Only this one {reason}.")
    lines += [voice.say(only_best, reason=reason_words(reason, voice)) for reason in why_not.missed if best.move]
    lines += [voice.say(only_this, reason=reason_words(reason, voice)) for reason in why_not.own if asked.move]
    return lines if asked.ends_match else [*lines, _best_reply(asked, why_not.reply, voice)]


def _accepts(asked: MoveEvaluation, voice: Voice) -> str:
    """What a pass is: the score as it stands, advised only where that is a good thing."""
    score = asked.position_after_move.match_score
    going_on = sentence("A pass leaves it at {you} to {enemy}, and the enemy goes on.")
    key = sentence("A pass ends the match at {you} to {enemy}.") if asked.ends_match else going_on
    said = voice.say(key, you=score.total_you, enemy=score.total_enemy)
    if score.margin > 0:
        return said
    return said + " " + voice.say(sentence("It is advised only when that wins, or nothing can be laid."))


def _figures(best: MoveEvaluation, asked: MoveEvaluation, voice: Voice) -> list[str]:
    """What both are ranked by."""
    if best.wins_now:
        score = best.position_after_move.match_score
        key = sentence("{best} wins now, {you} to {enemy}: nothing is better than that.")
        named = capitalised(move_words(best.move, voice))
        return [voice.say(key, best=named, you=score.total_you, enemy=score.total_enemy)]
    if best.is_searched == asked.is_searched and best.win_chance is not None and asked.win_chance is not None:
        key = sentence("Win chance: {better} with the best move, {other} with this one.")
        return [_both(key, best.win_chance, asked.win_chance, voice)]
    if best.first_chance is not None and asked.first_chance is not None:
        key = sentence("Win chance at first look: {better} with the best move, {other} with this one.")
        return [_both(key, best.first_chance, asked.first_chance, voice)]
    if best.win_chance is not None or best.decided or asked.decided:
        return []
    better, other = figure_words(best, voice), figure_words(asked, voice)
    return [
        voice.say(sentence("Merit: {better} with the best move, {other} with this one."), better=better, other=other)
    ]


def _both(key: str, better: float, other: float, voice: Voice) -> str:
    """A sentence with the chances of the best move and of the asked one."""
    return voice.say(key, better=percent_words(better, voice), other=percent_words(other, voice))


def _disagreement(why_not: WhyNot, voice: Voice) -> list[str]:
    """Why the search puts a move behind that is better at first look."""
    best, asked = why_not.best, why_not.asked
    if not why_not.looked_better or why_not.verdict == "too_close" or asked.decided or best.decided:
        return []
    if asked.first_chance is not None and best.first_chance is not None:
        key = sentence("At first look it is better, {other} to {better}; a deeper look sees it win less often.")
        said = [_both(key, best.first_chance, asked.first_chance, voice)]
    else:
        key = sentence(
            "One reply ahead it looks better, merit {other} to {better}; played to the end it wins less often, "
            "which such a look cannot see."
        )
        figures = {"other": margin_words(float(asked.merit), voice), "better": margin_words(float(best.merit), voice)}
        said = [voice.say(key, **figures)]
    if asked.reply is not None:
        key = sentence("There the enemy most often replies with {move}.")
        said.append(voice.say(key, move=move_words(asked.reply, voice)))
    return [" ".join(said)]


def _difference(found: Difference, voice: Voice) -> str:
    """A lane, or the tiles held, with the best move and with this one."""
    name = voice.say(sentence("tiles held")) if found.lane_index is None else voice.lane(found.lane_index)
    better, other = (_to(pair, voice) if voice.aloud else f"{pair[0]}-{pair[1]}" for pair in (found.best, found.asked))
    key = sentence("{lane}: {better} with the best move, {other} with this one.")
    return capitalised(voice.say(key, lane=name, better=better, other=other))
