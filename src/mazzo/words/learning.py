"""What is said while somebody learns from a review: positions, attempts, the end."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.review.learning import Attempt, Lessons
from mazzo.words.table import Words
from qb_engine.review.report import ReviewedMove
from qb_engine.scoring import compute_match_score
from qb_engine.words.moves import decimal, move_words, percent_words
from qb_engine.words.review import FLAG_WORDS
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import capitalised

WHICH_ONE = sentence("Which one? Its number")
BETTER_MOVE = sentence("Your better move")
NOTHING_TO_LEARN = sentence("Nothing to learn here: no move was flagged.")
OPENING = sentence(
    "Moves to find again: {count}. Type a card by name or number and a tile, such as {example}, or pass; "
    "show, skip, again, quit."
)
IS_PLAYED = sentence("{move} is what was played: {chance}.")
NOT_YET = sentence("Not yet: {move} wins {chance}, the better move {best}.")
TYPE_SHOW = sentence("Try again, or type show.")
TRY_OR_SHOW = sentence("Try again, or show the answer.")


def position_lines(lessons: Lessons, move: ReviewedMove, words: Words) -> list[str]:
    """The position as its player saw it, without the answer."""
    moment, voice = move.moment, words.voice
    yours = sentence("{number} of {count}. Turn {turn}: you played {move}, {flag}, {points} points lost.")
    theirs = sentence("{number} of {count}. Turn {turn}: the enemy played {move}, {flag}, {points} points lost.")
    heading = words.say(
        yours if move.side == "Y" else theirs,
        number=lessons.number,
        count=lessons.count,
        turn=moment.turn,
        move=move_words(move.played, voice),
        flag=voice.say(FLAG_WORDS[move.flag]) if move.flag else "",
        points=decimal(move.points_lost, voice),
    )
    score = score_sentence(compute_match_score(moment.board), voice)
    hand = words.say(sentence("Hand:") if move.side == "Y" else sentence("The enemy's hand:"))
    return [heading, *words.board(moment.board), score, hand, *words.hand(moment.view.hand)]


def attempt_line(attempt: Attempt, flagged: ReviewedMove, words: Words, again: str = TYPE_SHOW) -> str:
    """Right, or not yet, with both chances and never the answer; ``again`` says how to ask for it."""
    voice = words.voice
    facts = {"move": move_words(attempt.move, voice), "chance": percent_words(attempt.chance, voice)}
    if attempt.is_played:
        said = words.say(IS_PLAYED, move=capitalised(facts["move"]), chance=facts["chance"])
        return f"{said} {words.say(again)}"
    if not attempt.is_good:
        said = words.say(NOT_YET, best=percent_words(attempt.best_chance, voice), **facts)
        return f"{said} {words.say(again)}"
    played = {"played": move_words(flagged.played, voice), "left": percent_words(flagged.win_after, voice)}
    if attempt.is_best:
        return words.say(sentence("Right: {move}, {chance}; {played} left {left}."), **facts, **played)
    key = sentence("Right too: {move}, {chance}. The search's own choice is {best}; {played} left {left}.")
    return words.say(key, best=move_words(flagged.best, voice), **facts, **played)


def found_line(lessons: Lessons, words: Words) -> str:
    """How many were found."""
    return words.say(sentence("Found: {found} of {count}."), found=lessons.found, count=lessons.count)
