"""Find deals that following the hints wins, and print one as commands: ``python tools/solitario_winner.py --help``."""

from __future__ import annotations

import argparse
import sys

from solitario.domain.cards import deck_named
from solitario.domain.game import Game
from solitario.domain.guidance import advice
from solitario.domain.moves import DRAW, RECYCLE, Move, PlaceKind
from solitario.domain.settings import GameSettings

MOST_ACTIONS = 500


def won_actions(deal: int, settings: GameSettings) -> list[Move] | None:
    """The moves that win ``deal`` when every hint is followed; None when they do not win."""
    game = Game(deck_named(settings.deck_type), settings.rules(deal))
    moves: list[Move] = []
    while not game.table.is_won and len(moves) < MOST_ACTIONS:
        suggested = advice(game.table, game.rules)
        if suggested is None:
            return None
        moves.append(suggested.move)
        game.play(game.turn(suggested.move))
    return moves if game.table.is_won else None


def command(move: Move) -> str:
    """``move`` as a player types it."""
    if move in (DRAW, RECYCLE):
        return "draw"
    target = "f" if move.target.kind is PlaceKind.FOUNDATION else str(move.target).lower()
    count = f" {move.count}" if move.count > 1 else ""
    return f"move {str(move.source).lower()} {target}{count}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deck", default="french")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--from", dest="first", type=int, default=1, help="first deal to try")
    parser.add_argument("--to", dest="last", type=int, default=50, help="last deal to try")
    chosen = parser.parse_args()
    settings = GameSettings.for_level(chosen.level, chosen.deck)
    for deal in range(chosen.first, chosen.last + 1):
        moves = won_actions(deal, settings)
        if moves is not None:
            print(f"# mazzo solitario play --deal {deal} --deck {chosen.deck} --level {chosen.level} --lang en")
            print("\n".join(command(move) for move in moves))
            return 0
    print("none of these deals is won by its hints", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
