"""The answer in words: the move, why, and how good it is; two lines to read, three short sentences to hear.

Lay Titan on MID 1: it takes the middle by 5 and holds 2 tiles more. Win 49%, clearly best.
"""

from __future__ import annotations

from dataclasses import replace

from kernelkit.spoken import sentence
from qb_engine.advice.answer import Answer
from qb_engine.advice.evaluation import MoveEvaluation
from qb_engine.words.moves import margin_words, move_words, percent_words, place_words, reason_words, reasons_words
from qb_engine.words.voice import Voice, capitalised, card_name

COMPARED = {
    "only": sentence("the only move"),
    "clearly_best": sentence("clearly best"),
    "slightly_best": sentence("slightly best"),
}
TWO_LINES = 150
"""So many letters fit into two lines of a narrow screen; a longer answer has one reason."""
NOTHING_FITS = sentence("none of your cards can be laid")


def answer_words(answer: Answer, voice: Voice) -> str:
    """The answer; what a deeper look says of a move that stays is the same, and a change of move is said."""
    if voice.aloud:
        return " ".join([_heard_move(answer, voice), *_promise(answer, voice)])
    whole = _read(answer, voice)
    return whole if len(whole) <= TWO_LINES else _read(replace(answer, reasons=answer.reasons[:1]), voice)


def _read(answer: Answer, voice: Voice) -> str:
    head, why = _laid(answer, voice), _why(answer, voice)
    said = f"{head}: {why}." if why else f"{head}."
    return " ".join([said, *_promise(answer, voice)])


def refined_words(answer: Answer, voice: Voice) -> str:
    """What a deep look adds for whoever has just heard the first look: all of it only when the move changed."""
    return (
        answer_words(answer, voice) if answer.replaces is not None else capitalised(" ".join(_promise(answer, voice)))
    )


def figure_words(move: MoveEvaluation, voice: Voice) -> str:
    """The number that moves are ranked by: the chance, or where no net was asked the merit; what is certain says so.

    A pass that accepts no lead is not ranked by its number, so it has the score that it accepts.
    """
    score = move.position_after_move.match_score
    if move.wins_now:
        return voice.say(sentence("wins {you} to {enemy}"), you=score.total_you, enemy=score.total_enemy)
    if move.win_chance is not None and (move.is_searched or not move.accepts_no_lead):
        return percent_words(move.win_chance, voice)
    if abs(move.decided) == 1:
        return voice.say(sentence("final {margin}"), margin=margin_words(_rounded(move.points, voice), voice))
    if move.move is None:
        return voice.say(sentence("accepts {margin}"), margin=margin_words(move.you_margin_after_move, voice))
    return margin_words(_rounded(move.merit, voice), voice)


def _rounded(value: float, voice: Voice) -> float:
    """By ear a merit is a whole number."""
    return round(value) if voice.aloud else float(value)


def _laid(answer: Answer, voice: Voice) -> str:
    """``Lay Titan on MID 1``; when a deep look changed it, instead of what, or what else is as good."""
    move, before = answer.move.move, answer.replaces
    if move is None:
        said = capitalised(voice.say(sentence("pass")))
    else:
        key = sentence("Lay {name} on {tile}")
        said = voice.say(key, name=card_name(move.card_id), tile=place_words(move, voice))
    if before is None:
        return said
    if answer.is_alternative:
        return voice.say(sentence("Or {move}"), move=move_words(move, voice))
    key = sentence("On a deeper look: {move}, not {before}")
    return voice.say(key, move=move_words(move, voice), before=move_words(before.move, voice))


def _why(answer: Answer, voice: Voice) -> str:
    """The reasons as one clause; nothing where there are none."""
    final = answer.final
    if final is not None:
        won, ended = sentence("wins now, {you} to {enemy}"), sentence("ends the match, {you} to {enemy}")
        return voice.say(won if answer.word == "certain" else ended, you=final.total_you, enemy=final.total_enemy)
    if answer.move.move is None:
        return voice.say(NOTHING_FITS) if answer.rival is None else reasons_words(answer.reasons, voice)
    if not answer.reasons:
        return ""
    return voice.say(sentence("it {reasons}"), reasons=reasons_words(answer.reasons, voice))


def _heard_move(answer: Answer, voice: Voice) -> str:
    """``Archdragon on middle 2. Takes the middle by 3.`` One reason is enough to hear."""
    named = capitalised(move_words(answer.move.move, voice))
    if answer.replaces is not None:
        key = sentence("Or {move}") if answer.is_alternative else sentence("Better: {move}")
        named = voice.say(key, move=move_words(answer.move.move, voice))
    if answer.final is not None or answer.move.move is None:
        return f"{named}: {_why(answer, voice)}."
    why = [capitalised(reason_words(reason, voice)) + "." for reason in answer.reasons[:1]]
    return " ".join([f"{named}.", *why])


def _promise(answer: Answer, voice: Voice) -> list[str]:
    """``Win 49%, clearly best.`` A certain win has said it all."""
    if answer.word == "certain":
        return []
    compared = COMPARED.get(answer.word)
    if voice.aloud and answer.look == "first":
        # A deep look follows, or a list is asked for: what takes long to hear is told there.
        if answer.move.win_chance is None:
            return [voice.say(sentence("First look."))]
        return [voice.say(sentence("First look: win {chance}."), chance=figure_words(answer.move, voice))]
    if compared is not None:
        word = voice.say(compared)
    else:
        assert answer.rival is not None
        key = sentence("others as good") if voice.aloud else sentence("as good as {move}")
        word = voice.say(key, move=move_words(answer.rival.move, voice))
    figure = figure_words(answer.move, voice)
    key = sentence("Win {chance}, {word}.") if answer.look == "deep" else _first_look(answer.move)
    return [voice.say(key, chance=figure, figure=figure, word=word)]


def _first_look(move: MoveEvaluation) -> str:
    if move.win_chance is not None:
        return sentence("First look: win {figure}, {word}.")
    if move.move is None or abs(move.decided) == 1:
        return sentence("First look: {figure}, {word}.")
    return sentence("First look: merit {figure}, {word}.")
