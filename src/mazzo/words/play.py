"""What is said in a game against the computer: the start, each move, your turn, the end; to read or to hear."""

from __future__ import annotations

from collections.abc import Iterable

from kernelkit.spoken import sentence
from mazzo.coach.table import LESS, MORE, USUAL
from mazzo.play.record import DECISIONS
from mazzo.play.table_game import TableGame
from mazzo.words.levels import enemy_words
from mazzo.words.table import Words
from qb_engine.chronicle.events import Event, LaneResult, Passed, Placed
from qb_engine.match.log import Step
from qb_engine.moves import Move, tile_name
from qb_engine.words.events import event_sentence, trace_lines
from qb_engine.words.scores import lane_sentence, score_sentence
from qb_engine.words.voice import card_name

PROMPTS = {
    "mulligan": sentence("Cards to return, by number such as 2 5, or Enter to keep all"),
    "your_play": sentence("Your move, such as 2 m1, crab b1 or pass"),
    "over": sentence("Type new, save FILE or quit"),
    "enemy_play": sentence("Enter to go on"),
    "your_draw": sentence("Enter to go on"),
}
"""What is asked in each phase; the last two only when the step that should have followed could not be written."""
OTHER_KEPT = sentence("Game {number} is kept. To go on with it: mazzo play --game {number}")
GOING_ON = sentence("Going on with game {number}. For another one: new")
IS_OVER = sentence("Game {number} is over. For another one: new")
KEPT = sentence("The game is kept. To go on: mazzo play")
LOOK_AGAIN = sentence("To look at it again: mazzo review {file}")
CHALLENGE = sentence(
    "Who plays mazzo play --challenge with this line between quotation marks has your cards and your enemy:"
)
LESS_FROM_NOW = sentence("Only the moves and the score from now on.")
MORE_FROM_NOW = sentence("Everything is told from now on.")
HINTS_ON = sentence("Hints are on: hint, why, why not, all and threats are answered.")
HINTS_OFF = sentence("Hints are off.")
GIVE_UP = sentence("Give the game up? yes or no")
GOES_ON = sentence("The game goes on.")
THINKING = sentence("The enemy is thinking.")


def start_lines(game: TableGame, words: Words) -> list[str]:
    """Who plays by which rules, who begins, and your opening hand."""
    deal = game.terms.deal
    began = words.say(sentence("Game {number} by the rules {rules}."), number=game.number, rules=deal.ruleset.name)
    lines = [f"{began} {enemy_words(game.terms.player, words)}"]
    if game.terms.is_open:
        cards = words.cards(sorted(deal.deck_enemy))
        lines.append(words.say(sentence("Both decks are open. The enemy's: {cards}."), cards=cards))
    begins = {"Y": sentence("You begin. Your hand:"), "E": sentence("The enemy begins. Your hand:")}
    return [*lines, words.say(begins[deal.first]), *words.hand(game.match.state.hand)]


def step_lines(step: Step, game: TableGame, words: Words, detail: int) -> list[str]:
    """One step of the game: a move with what it did, a draw, cards returned."""
    if step.kind == "draw":
        return [_draw(step, game, words)]
    if step.kind == "mulligan":
        return [_mulligan(step, game, words)]
    # The enemy's move stands apart from yours.
    gap = [] if words.voice.aloud or detail == LESS or step.kind in DECISIONS else [""]
    return [*gap, *move_lines(game.match.state.last_events, words, detail, with_lanes=step.kind in DECISIONS)]


def _draw(step: Step, game: TableGame, words: Words) -> str:
    """The card you draw; with the last one, that there are no more."""
    said = words.say(sentence("You draw {cards}."), cards=words.cards([step.data["card"]] if step.data["card"] else []))
    if game.match.state.your_deck_count:
        return said
    return said + " " + words.say(sentence("Your deck is empty now: there is nothing more to draw."))


def _mulligan(step: Step, game: TableGame, words: Words) -> str:
    """The cards you return and those you get for them."""
    opening = game.match.steps[0].data["hand"]
    if not step.data["returned"]:
        return words.say(sentence("You keep all your cards, and the enemy its own."))
    returned = [opening[place] for place in step.data["returned"]]
    key = sentence("You return {returned}; you get {cards}. The enemy keeps its cards.")
    return words.say(key, returned=words.cards(returned), cards=words.cards(step.data["drawn"]))


def move_lines(events: Iterable[Event], words: Words, detail: int, *, with_lanes: bool) -> list[str]:
    """A move step by step. Lanes are left out where the whole score follows; said briefly, only the move itself."""
    voice = words.voice
    told = [event for event in events if with_lanes or not isinstance(event, LaneResult)]
    if detail == LESS:
        return [event_sentence(event, voice) for event in told if isinstance(event, Placed | Passed)]
    return trace_lines(told, voice) if len(told) > 1 else [event_sentence(event, voice) for event in told]


def turn_lines(game: TableGame, words: Words, detail: int) -> list[str]:
    """Your turn: the board, lanes and totals, your hand, and what there is to know before you pass."""
    state = game.match.state
    lines = [] if words.voice.aloud or detail == LESS else [""]
    is_told = detail == MORE or (detail == USUAL and not words.voice.aloud)
    if is_told:
        lines += words.board(state.game.board)
    turn, *lanes = score_lines(game, words, detail)
    if is_told and words.voice.aloud:
        lanes = []  # the board was told lane by lane
    lines += [words.say(sentence("Turn {turn}."), turn=state.game.turn) + f" {turn}", *lanes]
    if detail != LESS:
        lines += hand_lines(game, words, detail)
    return [*lines, *pass_lines(game, words)]


def score_lines(game: TableGame, words: Words, detail: int) -> list[str]:
    """Totals, then lanes; said briefly, the totals alone."""
    voice, score = words.voice, game.match.state.game.score()
    lanes = [] if detail == LESS else [" ".join(lane_sentence(lane, voice) for lane in score.lanes)]
    return [score_sentence(score, voice), *lanes]


def hand_lines(game: TableGame, words: Words, detail: int) -> list[str]:
    """Your hand and the size of the enemy's: a card a line to read, a sentence to hear, where ``hand`` has the rest."""
    hand = game.match.state.hand
    if not hand or not words.voice.aloud or detail == MORE:
        return whole_hand_lines(game, words)
    cards = ", ".join(f"{number} {card_name(card_id)}" for number, card_id in enumerate(hand, start=1))
    return [words.say(sentence("Your hand: {cards}."), cards=cards) + " " + hand_count_line(game, words)]


def whole_hand_lines(game: TableGame, words: Words) -> list[str]:
    """Each card of your hand with rank and power, and how many the enemy holds."""
    return [*words.hand(game.match.state.hand), hand_count_line(game, words)]


def hand_count_line(game: TableGame, words: Words) -> str:
    """How many cards the enemy holds."""
    count = game.match.state.enemy_hand_count
    if not count:
        return words.say(sentence("The enemy holds no card."))
    return words.ngettext("The enemy holds {n} card.", "The enemy holds {n} cards.", count)


def pass_lines(game: TableGame, words: Words) -> list[str]:
    """What there is to know before you pass."""
    lines = []
    if game.match.steps[-1].kind == "enemy_pass" or _drew_after_pass(game):
        lines.append(words.say(sentence("The enemy has passed: if you pass too, the game ends as it stands.")))
    if not game.match.state.game.legal_moves("Y"):
        lines.append(words.say(sentence("No tile takes any card of your hand: you can only pass.")))
    return lines


def _drew_after_pass(game: TableGame) -> bool:
    kinds = [step.kind for step in game.match.steps[-2:]]
    return kinds == ["enemy_pass", "draw"]


def taken_back_lines(game: TableGame, steps: Iterable[Step], words: Words) -> list[str]:
    """What has not happened any more, and how often that was so in this game."""
    moves = "; ".join(_move(step, words) for step in steps if step.kind != "draw")
    key = sentence("Taken back: {moves}. Moves taken back in this game: {count}.")
    return [words.say(key, moves=moves, count=game.take_backs)]


def _move(step: Step, words: Words) -> str:
    """A move in few words, without its number."""
    if step.kind not in ("play", "enemy_play"):
        return words.say(sentence("you pass") if step.kind == "pass" else sentence("enemy passes"))
    move = Move.parse(step.data["move"])
    key = sentence("you: {card} on {tile}") if step.kind == "play" else sentence("enemy: {card} on {tile}")
    tile = words.voice.tile(tile_name(move.lane_index, move.col_index))
    return words.say(key, card=words.card(move.card_id), tile=tile)


def end_lines(game: TableGame, words: Words) -> list[str]:
    """The result lane by lane, who won and by how much, and what the enemy had left."""
    state, voice = game.match.state.game, words.voice
    score = state.score()
    lines = ["", *words.board(state.board)] if not voice.aloud else []
    lines.append(" ".join(lane_sentence(lane, voice) for lane in score.lanes))
    lines.append(_result(game, words))
    return [*lines, words.say(sentence("The enemy still held: {cards}."), cards=words.cards(game.enemy_hand))]


def saved_game_words(game: TableGame, words: Words) -> str:
    """A game that is over, in a list."""
    said = words.say(sentence("Game {number} against the computer"), number=game.number)
    return f"{said}. {_result(game, words)}"


def _result(game: TableGame, words: Words) -> str:
    """Who won, by how much, and why the game ended."""
    score, outcome = game.match.state.game.score(), game.match.state.game.outcome
    facts = {"you": score.total_you, "enemy": score.total_enemy, "margin": abs(score.margin)}
    if outcome is None:
        return words.say(sentence("You resign with {you} to {enemy}. The enemy wins."), **facts)
    keys = {
        "Y": sentence("The game is over, {how}. You win {you} to {enemy}, by {margin}."),
        "E": sentence("The game is over, {how}. The enemy wins {enemy} to {you}, by {margin}."),
        None: sentence("The game is over, {how}. A tie at {you}."),
    }
    reasons = {"two_passes": sentence("both have passed"), "full_board": sentence("the board is full")}
    return words.say(keys[score.winner], how=words.say(reasons[outcome.reason]), **facts)
