"""Commands that ask the solver. Each counts as a hint; the clock stands still while it thinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from solitario.application.advice import chance_to_win, last_winnable, outlook, winning_move
from solitario.application.answers import move_facts
from solitario.application.messages import Message, status
from solitario.application.playing import cancel
from solitario.application.seat import Seat
from solitario.domain.moves import DRAW, RECYCLE
from solitario.solver.solving import Verdict

T = TypeVar("T")
VERDICTS = {Verdict.WINNABLE: "winnable", Verdict.LOST: "lost", Verdict.UNPROVEN: "unproven"}


def winnable(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Whether the game can still be won, and if not, until when it could."""
    game = seat.engine.game
    found = _asked(seat, lambda: outlook(game.table, game.rules, seat.look_seconds))
    facts = {"verdict": VERDICTS[found.verdict], "is_shuffled": found.is_shuffled, "is_open": found.is_open}
    back, is_exact = None, True
    if found.verdict is Verdict.LOST:
        last = _thought(seat, lambda: last_winnable(game, seat.look_seconds))
        back, is_exact = last.turns_back, last.is_exact
    return [status("winnable", **facts, turns_back=back, is_exact=is_exact, seconds=seat.look_seconds)]


def oracle(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The move of a winning line, found with the hidden cards."""
    game = seat.engine.game
    found = _asked(seat, lambda: winning_move(game.table, game.rules, seat.look_seconds))
    move = found.move
    if move is None:
        facts = {"verdict": VERDICTS[found.outlook.verdict], "is_shuffled": found.outlook.is_shuffled}
        facts["is_open"] = found.outlook.is_open
        return [status("no_oracle", **facts, seconds=seat.look_seconds)]
    if move in (DRAW, RECYCLE):
        return [status("oracle_stock", action="draw" if move == DRAW else "recycle")]
    return [status("oracle", **move_facts(game.table, move))]


def chance(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """In how many ways of dealing the unseen cards the game can be won."""
    game = seat.engine.game
    worlds = _asked(seat, lambda: chance_to_win(game.table, game.rules, seconds=seat.look_seconds))
    is_shuffled = game.rules.shuffles and game.rules.draw_count > 1 and worlds.unproven > 0
    return [
        status(
            "chance",
            winnable=worlds.winnable,
            lost=worlds.lost,
            unproven=worlds.unproven,
            unseen=worlds.unseen,
            is_shuffled=is_shuffled,
            is_open=game.table.is_open,
        )
    ]


def rewind(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Take turns back to the last position that can be won."""
    game = seat.engine.game
    last = _asked(seat, lambda: last_winnable(game, seat.look_seconds))
    if last.turns_back is None and not last.is_exact:
        return [status("rewind_unknown")]
    if not last.turns_back:
        return [status("nothing_to_rewind", is_winnable=last.turns_back == 0)]
    dropped = cancel(seat, ()) if seat.selection is not None else []
    for _turn in range(last.turns_back):
        seat.engine.undo()
    seat.table_changed, seat.cursor = True, seat.cursor.kept_on(seat.engine.table)
    return [status("rewound", turns=last.turns_back, is_exact=last.is_exact), *dropped]


def practice(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Practise, or stop: while it is on, a turn that loses the game is told."""
    seat.practises = not seat.practises
    if not seat.practises:
        return [status("practice_off")]
    (told,) = winnable(seat, ())
    seat.said_lost = told.data["verdict"] == "lost"
    return [status("practice_on"), told]


def practised(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """What practice says after a change of the table: once, that the game cannot be won any more."""
    game = seat.engine.game
    verdict = _thought(seat, lambda: outlook(game.table, game.rules, seat.look_seconds)).verdict
    was_lost, seat.said_lost = seat.said_lost, verdict is Verdict.LOST
    if was_lost or not seat.said_lost:
        return []
    last = _asked(seat, lambda: last_winnable(game, seat.look_seconds))
    return [status("practice_lost", turns_back=last.turns_back)]


def _asked(seat: Seat, question: Callable[[], T]) -> T:
    """The answer to a question that counts as a hint."""
    seat.engine.count_hint()
    return _thought(seat, question)


def _thought(seat: Seat, question: Callable[[], T]) -> T:
    seat.engine.clock.stop("thought")
    try:
        return question()
    finally:
        seat.engine.clock.go("thought")
