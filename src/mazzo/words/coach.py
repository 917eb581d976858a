"""What the live coach says besides the advice: steps, expectations, the situation, repairs; to read or to hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kernelkit.spoken import sentence
from mazzo.coach.deep_look import Deeper, Excuse, Unlearned
from mazzo.coach.questions import Tried
from mazzo.coach.repair import HandChange, TileChange, TileData
from mazzo.coach.situation import Situation
from mazzo.coach.table import LESS, MORE, USUAL, Listed
from mazzo.words.remedies import told
from mazzo.words.table import OWNER_WORDS, Words, expected_words
from qb_engine.advice.answer import Answer
from qb_engine.match.log import Step
from qb_engine.match.phases import EXPECTED
from qb_engine.match.rule_variants import Finding
from qb_engine.moves import Move, Side, tile_name
from qb_engine.scoring import MatchScore
from qb_engine.words.advice import list_lines, standing_words
from qb_engine.words.answer import answer_words, refined_words
from qb_engine.words.events import trace_lines
from qb_engine.words.moves import move_words
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import capitalised, card_name

if TYPE_CHECKING:
    from qb_engine.advice.mulligan import MulliganAdvice

GOING_ON = sentence("Going on with match {number}. For another one: new")
KEPT = sentence("The match is kept. To go on: mazzo coach")
SAMPLE = sentence("A sample match. The console plays the enemy; you only enter your moves.")
NEW_MATCH = sentence("A new match by the rules {rules}.")
HABITS_USED = sentence("What opponents usually do counts, where it is known from kept matches.")
HABITS_UNUSED = sentence("What opponents usually do does not count: every enemy is taken to answer as well as it can.")
LESS_FROM_NOW = sentence("Only the advice from now on, without the board.")
MORE_FROM_NOW = sentence("Every step from now on, and five moves in a list.")
ASKED_FIRST = {
    "deck": sentence("Your deck: starter, a name, a code or 15 cards; Enter if you want to enter only your hand"),
    "hand": sentence("Your opening hand: five cards with commas between"),
    "enemy": sentence("The enemy's deck: a name, a code or 15 cards; Enter if it is not known"),
    "first": sentence("Who begins: you or enemy; Enter for you"),
}
"""What is asked before a match, in order."""
UNDERSTOOD = {
    "deck": sentence("Your deck: {cards}."),
    "enemy": sentence("The enemy's deck: {cards}."),
    "hand": sentence("Hand: {cards}."),
}
HINTS = sentence("more | why | all | threats | undo")
MORE_CARDS = sentence("{count} of {size} cards so far: the next ones; u takes the last line back")
CARDS_SO_FAR = sentence("So far: {cards}.")
LINE_TAKEN_BACK = sentence("Taken back: {cards}.")
KEEP_DECK = sentence("Keep this deck? A name for it, or Enter for no")
DECK_NAME = sentence("Its name")
CARDS_GOT = sentence("What came for {cards}? With commas between, or 0")
TAKEN_BACK = sentence("Taken back:")
OVERRIDE = sentence("(override)")
IS_THIS_SHOWN = sentence("Is this what the console shows? yes or no")
HAND_IS_SO = sentence("Your hand is already so.")
BOARD_IS_SO = sentence("The board is already so.")
TURN_IS_SO = sentence("The turn is already so.")
PLAYED_BY = sentence("This match and the next ones are played by {rules}.")
DUE_FIRST = {"mulligan": sentence("your mulligan"), "your_draw": sentence("your draw")}
"""What is expected before a move, in the words of a turn."""
# What to type when the console shows nevertheless what was refused.
IF_SHOWN_SO = sentence("If the console shows it so, type sync board with what it shows, then sync turn you.")
IF_DRAWN_WITH_IT = sentence(
    "If you did draw it, type the enemy's move alone, then sync hand with what you hold, then sync turn you."
)
IF_DRAWN_SO = sentence("If you did draw it, type sync hand with what you hold, then sync turn you.")
IF_HELD_SO = sentence("If you do hold it, type sync hand with what you hold.")


HEARD_PROMPTS = {
    "your_draw": sentence("Your draw"),
    "your_play": sentence("Your turn"),
    "enemy_play": sentence("Enemy's turn"),
}
"""What is expected in the middle of a match, to hear; the examples are in the help."""


def expected(phase: str, words: Words) -> str:
    """What is expected in a phase."""
    return words.typed(expected_words(EXPECTED[phase], words.voice.language))


def expected_by_ear(phase: str, words: Words) -> str:
    """The same in few words, because it is heard in every round."""
    return words.say(HEARD_PROMPTS[phase]) if phase in HEARD_PROMPTS else capitalised(expected(phase, words))


# Steps.


def step_line(step: Step, words: Words) -> str:
    """A step with its number, such as ``7. Enemy: Zu (021) on M3``, as a sentence."""
    return words.say(sentence("{number}. {what}."), number=step.number, what=capitalised(_step(step, words)))


def _step(step: Step, words: Words) -> str:
    data = step.data
    if step.kind in ("play", "enemy_play"):
        move = Move.parse(data["move"])
        key = sentence("you: {card} on {tile}") if step.kind == "play" else sentence("enemy: {card} on {tile}")
        tile = words.voice.tile(tile_name(move.lane_index, move.col_index))
        return words.say(key, card=words.card(move.card_id), tile=tile)
    return _other_step(step, words)


def _other_step(step: Step, words: Words) -> str:
    data = step.data
    if step.kind == "start":
        key = sentence("you begin, hand {cards}") if data["first"] == "Y" else sentence("enemy begins, hand {cards}")
        return words.say(key, cards=words.cards(data["hand"]))
    if step.kind == "mulligan":
        key = sentence("mulligan: returned {places}, drawn {cards}") if data["drawn"] else sentence("all cards kept")
        places = ", ".join(str(place + 1) for place in data["returned"])
        return words.say(key, cards=words.cards(data["drawn"]), places=places)
    if step.kind == "draw":
        return words.say(sentence("you drew {cards}"), cards=words.cards([data["card"]] if data["card"] else []))
    if step.kind == "sync_hand":
        return words.say(sentence("hand set to {cards}"), cards=words.cards(data["hand"]))
    if step.kind == "sync_board":
        return words.say(sentence("tiles set: {tiles}"), tiles=", ".join(map(words.voice.tile, data["tiles"])))
    if step.kind == "sync_turn":
        return words.say(sentence("turn set: {turn}"), turn=turn_words(data["side"], data["passes"], words))
    return words.say(sentence("you pass") if step.kind == "pass" else sentence("enemy passes"))


def turn_words(side: Side | None, passes: int, words: Words) -> str:
    """Whose move it is; the pass before it counts, because one more would end the match."""
    if side is None:
        return words.say(sentence("the match is over"))
    keys = {
        ("Y", 0): sentence("your move"),
        ("E", 0): sentence("the enemy's move"),
        ("Y", 1): sentence("your move after a pass"),
        ("E", 1): sentence("the enemy's move after a pass"),
    }
    return words.say(keys[side, passes])


def log_lines(steps: Iterable[Step], overrides: Iterable[int], words: Words) -> list[str]:
    """Every step that counts, with its number; overrides are marked."""
    marked, mark = set(overrides), words.say(OVERRIDE)
    return [step_line(step, words) + (f" {mark}" if step.number in marked else "") for step in steps]


def taken_back_lines(steps: Iterable[Step], words: Words) -> list[str]:
    """The steps that were taken back, as they were."""
    taken = words.say(TAKEN_BACK)
    return [f"{taken} {step_line(step, words)}" for step in steps]


# The situation.


def situation_lines(now: Situation, words: Words, detail: int, *, is_held: bool = False) -> list[str]:
    """What happened, then board, hand and advice, the result, or where the match stands.

    An answer that ``is_held`` back is said later, with what a deep look finds.
    """
    steps = [step for step in now.new if not (now.listed is not None and step.kind == "draw")]
    lines = [_echo(step, words, is_alone=len(steps) == 1) for step in steps]
    if detail == MORE and now.phase != "mulligan":
        lines += trace_lines(now.events, words.voice)
    return [*lines, *_what_now(now, words, detail, is_held=is_held)]


def _echo(step: Step, words: Words, *, is_alone: bool) -> str:
    """What was understood; a number is of use only to whoever reads.

    Who listens has just heard whose turn it is, so a step that ``is_alone`` does not say it again.
    """
    if not words.voice.aloud:
        return step_line(step, words)
    is_plain = step.kind == "play" or (step.kind == "enemy_play" and is_alone)
    said = move_words(Move.parse(step.data["move"]), words.voice) if is_plain else _step(step, words)
    return capitalised(said) + "."


def _what_now(now: Situation, words: Words, detail: int, *, is_held: bool) -> list[str]:
    if now.phase == "mulligan":
        begins = {"Y": sentence("You begin. Your hand:"), "E": sentence("The enemy begins. Your hand:")}
        said = [] if now.mulligan is None else mulligan_said(now.mulligan, words, gives_cards=now.gives_cards)
        return [words.say(begins[now.first]), *words.hand(now.hand), *said]
    score = now.game.score()
    if now.listed is not None:
        return [*_table(now, words, detail), *answer_lines(now.listed, words, is_held=is_held)]
    if now.phase == "over":
        offer = [words.say(sentence("To keep the cards seen of this enemy: save enemy NAME"))] if now.can_learn else []
        return [words.say(sentence("The match is over.")) + " " + result_sentence(score, words), *offer]
    # By ear the score is told with the advice, once a round.
    return [] if words.voice.aloud and now.phase == "enemy_play" else [score_sentence(score, words.voice)]


def _table(now: Situation, words: Words, detail: int) -> list[str]:
    """Board and hand: always to read, unless less is to be told; to hear only with everything else."""
    if detail == LESS or (words.voice.aloud and detail != MORE):
        return []
    hand = words.hand(now.hand) if words.voice.aloud else [words.short_hand(now.hand)]
    return [*words.board(now.game.board), *hand]


def result_sentence(score: MatchScore, words: Words) -> str:
    """Who won, and by which score."""
    keys = {
        "Y": sentence("You win {you} to {enemy}."),
        "E": sentence("The enemy wins {enemy} to {you}."),
        None: sentence("A tie at {you}."),
    }
    return words.say(keys[score.winner], you=score.total_you, enemy=score.total_enemy)


def answer_lines(listed: Listed, words: Words, *, is_held: bool = False) -> list[str]:
    """Where you stand, the answer, and to read what else can be asked; heard, all in one paragraph."""
    drew = None if listed.drew is None else words.card(listed.drew)
    where = standing_words(listed.advice.position.match_score, words.voice, turn=listed.turn, drew=drew)
    answer = [] if is_held else answered(listed.answer, words)
    return [" ".join([where, *answer])] if words.voice.aloud else [where, *answer]


def answered(answer: Answer, words: Words) -> list[str]:
    """The answer alone, which a deeper one takes the place of."""
    return [answer_words(answer, words.voice), *([] if words.voice.aloud else [words.say(HINTS)])]


def listed_lines(listed: Listed, words: Words, detail: int, *, show_all: bool = False) -> list[str]:
    """The ranked list; with ``show_all`` every legal move."""
    return list_lines(replace(listed.advice, top_n=max(detail, USUAL)), words.voice, show_all=show_all)


def tried_lines(tried: Tried, words: Words) -> list[str]:
    """What a move that nobody made would do, and the score then."""
    return [*trace_lines(tried.events, words.voice), score_sentence(tried.score, words.voice)]


# The deep look and the mulligan.


def deep_lines(
    found: Deeper | MulliganAdvice | Unlearned | Excuse | None, words: Words, *, gives_cards: bool
) -> list[str]:
    """What a deep look found, or why there is none."""
    if found is None:
        return []
    if isinstance(found, Unlearned):
        trouble = told(found.trouble, words.voice.language)
        return [f"{trouble}.", *deep_lines(found.found, words, gives_cards=gives_cards)]
    if isinstance(found, Deeper):
        return [refined_words(found.answer, words.voice)]
    if not isinstance(found, Excuse):
        return mulligan_said(found, words, gives_cards=gives_cards)
    if found.trouble is None:
        return [words.say(sentence("The deep look is being prepared, once; until then advice is quick."))]
    trouble = told(found.trouble, words.voice.language)
    return [words.say(sentence("There is no deep look: {trouble}."), trouble=trouble)]


def redrawn(found: Deeper, words: Words) -> tuple[list[str], list[str]]:
    """The lines of the first answer, and those that take their place where a screen can be written over.

    What is only as good as the first answer stands there as if it had been the first.
    """
    answer = replace(found.answer, replaces=None) if found.answer.is_alternative else found.answer
    return answered(found.first, words), answered(answer, words)


def mulligan_said(advice: MulliganAdvice, words: Words, *, gives_cards: bool) -> list[str]:
    """The advice on the mulligan, and what to type."""
    from qb_engine.words.mulligan import mulligan_lines

    lines = mulligan_lines(advice, words.voice)
    if advice.advised.places:
        numbers = ",".join(str(place + 1) for place in advice.advised.places)
        alone, with_cards = sentence("Type mull {numbers}."), sentence("Type mull {numbers} and the cards you get.")
        lines.append(words.say(alone if gives_cards else with_cards, numbers=numbers))
    return [" ".join(lines)] if words.voice.aloud else lines


# Repairs.


def hand_change_line(change: HandChange, words: Words) -> str:
    """The cards that go and those that come."""
    key = sentence("Out: {gone}. In: {come}.")
    return words.say(key, gone=words.cards(change.gone), come=words.cards(change.come))


def turn_change_line(old: str, new: str, words: Words) -> str:
    """Whose move it was, and whose it would be."""
    return words.say(sentence("Turn: was {old}, now {new}."), old=old, new=new)


def finding_lines(findings: Sequence[Finding], words: Words) -> list[str]:
    """The rules that explain the board that was synced, numbered when there are several."""
    if not findings:
        return [words.say(sentence("No single rule explains it: probably a move was entered otherwise."))]
    key = sentence("{number}. Your board fits {switch} = {value}. To play by it: adopt {number}")
    return [
        words.say(key, number=number, switch=finding.switch, value=finding.value)
        for number, finding in enumerate(findings, start=1)
    ]


def change_lines(changes: Iterable[TileChange], words: Words) -> list[str]:
    """A line for each tile that changed."""
    key = sentence("{tile}: was {old}, now {new}.")
    return [
        capitalised(
            words.say(key, tile=words.voice.tile(one.tile), old=_shown(one.old, words), new=_shown(one.new, words))
        )
        for one in changes
    ]


def _shown(tile: TileData, words: Words) -> str:
    """``E2 Zu 4``, in words to hear."""
    if tile["owner"] == "N":
        return words.say(OWNER_WORDS["N"])
    shown = f"{tile['owner']}{tile['rank']}"
    if words.voice.aloud:
        owner = words.say(OWNER_WORDS[tile["owner"]])
        shown = words.say(sentence("{owner}, rank {rank},"), owner=owner, rank=tile["rank"])
    if tile["card"]:
        shown += f" {card_name(tile['card'])}"
        shown += "" if tile["power"] is None else f" {tile['power']}"
    return shown.rstrip(",")
