"""What a game is played by: everything that is settled before its first card, and kept with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kernelkit.chance import below, seeded
from qb_engine.arena.arena import Deal
from qb_engine.arena.players import PlayerSpec
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.game_state import FIRST_PLAYER_STREAM
from qb_engine.moves import SIDES, Side
from qb_engine.ruleset import REBIRTH, Ruleset

First = Literal["you", "enemy", "random"]
SAMPLE_SEED = 7
"""The sample that is played when nobody asks for another."""
ENEMY_DECK_STREAM = 2
"""The generator stream that chooses the enemy's deck; those of the shuffles and of who begins come before it."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The deal, who plays the enemy, and whether both decks are open to both."""

    deal: Deal
    player: PlayerSpec
    is_open: bool = False

    def as_data(self) -> dict[str, Any]:
        """The terms as a journal keeps them."""
        deal = self.deal
        return {
            "rules": deal.ruleset.name,
            "deck": list(deal.deck_you),
            "enemy_deck": list(deal.deck_enemy),
            "seed": deal.seed,
            "first": deal.first,
            "player": str(self.player),
            "is_open": self.is_open,
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Terms:
        """The terms that ``as_data`` wrote."""
        decks = tuple(data["deck"]), tuple(data["enemy_deck"])
        deal = Deal(Ruleset.parse(data["rules"]), *decks, data["seed"], data["first"])
        return cls(deal, PlayerSpec.parse(data["player"]), data["is_open"])


def sample_terms(seed: int) -> Terms:
    """A sample for whoever wants to be coached without entering a deck: both decks are open, and you begin."""
    yours, enemys = starter_decks()[:2]
    deal = Deal(REBIRTH, yours.deck.card_ids, enemys.deck.card_ids, seed, "Y")
    return Terms(deal, PlayerSpec.parse("greedy"), is_open=True)


def dealt(ruleset: Ruleset, deck: Deck, enemy: Deck | None, seed: int, first: First) -> Deal:
    """The deal; what nobody chose is decided by the seed: the enemy plays another starter deck than yours."""
    return Deal(ruleset, tuple(deck), tuple(enemy or _another(deck, ruleset, seed)), seed, _side(first, seed))


def _another(deck: Deck, ruleset: Ruleset, seed: int) -> Deck:
    others = [one.deck for one in starter_decks() if sorted(one.deck) != sorted(deck)]
    return Deck(tuple(others[below(seeded(seed, ENEMY_DECK_STREAM), len(others))]), ruleset)


def _side(first: First, seed: int) -> Side:
    if first == "random":
        return SIDES[below(seeded(seed, FIRST_PLAYER_STREAM), 2)]
    return "Y" if first == "you" else "E"
