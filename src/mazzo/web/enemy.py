"""The enemy's part of a game against the computer: quick ones answer at once, deep ones think in a worker."""

from __future__ import annotations

from mazzo.play.levels import needs_compiled_rules
from mazzo.play.table_game import TableGame
from mazzo.web.house import House
from mazzo.web.jobs import EnemyAsked, as_entries


def go_on(game: TableGame) -> None:
    """Draws, and moves of an enemy who need not think; the end is noted."""
    while game.is_waiting and not (game.phase == "enemy_play" and needs_compiled_rules(game.terms.player)):
        game.go_on()
    if game.phase == "over":
        game.close()


def think(house: House, game: TableGame) -> None:
    """Let a worker think for the enemy; BusyError or EOFError where none can, and nothing has happened then."""
    if game.phase != "enemy_play":
        return
    entries = house.store.journal(house.games.stream(game.number)).entries()
    game.answer(house.lookers.do(EnemyAsked(game.terms, as_entries(entries))))
