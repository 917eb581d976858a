"""What is said about a coached match that is over: the one move that cost most."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.coach.afterwards import costliest
from mazzo.words.table import Words
from qb_engine.review.report import Review
from qb_engine.words.moves import decimal, move_words
from qb_engine.words.review import better_words


def costliest_lines(review: Review, words: Words) -> list[str]:
    """The move that gave most away and the better one; a sentence that there was none otherwise.

    By ear both chances are enough: how far they are apart, and the reasons, are what review says.
    """
    move = costliest(review)
    if move is None:
        return [words.say(sentence("No move of yours gave away anything that could be told."))]
    played, turn = move_words(move.played, words.voice), move.moment.turn
    if words.voice.aloud:
        said = words.say(sentence("What cost you most: {move}, turn {turn}."), move=played, turn=turn)
        return [f"{said} {better_words(review, move, words.voice, most_reasons=0)}"]
    key = sentence("What cost you most: {move} in turn {turn}, {points} points of win chance.")
    points = decimal(move.points_lost, words.voice)
    said = words.say(key, move=played, turn=turn, points=points)
    return [f"{said} {better_words(review, move, words.voice)}"]
