"""Write the counts of ``docs/cards.md`` from the data: ``python tools/cards_doc.py [--check]``.

Nobody types a count: the block between the two marks is computed from the table of facts, the list of evidence and
the shipped files. With ``--check`` nothing is written: the run fails when the block is stale.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from generated import settled
from qb_engine.card_hydrator import shipped
from qb_engine.effect_registry_utils import OPERATIONS, SCOPES, SUPPORTED_TRIPLES, TRIGGERS, load_effects
from qb_engine.models import Card

ROOT = Path(__file__).parent.parent
EVIDENCE = ROOT / "tests" / "qb_engine" / "facts" / "evidence.json"
DOCUMENT = ROOT / "docs" / "cards.md"
BEGIN, END = "<!-- counted by tools/cards_doc.py -->", "<!-- end of counts -->"
WEAKEST = 3


def support(row: dict[str, Any]) -> int:
    """How many sources give exactly the card as we have it."""
    return int(row["panel"] + row["image"] + row["print"] + row["implementations"])


def rows(evidence: list[dict[str, Any]], cards: tuple[Card, ...]) -> list[tuple[str, str]]:
    """What is counted, and the count."""
    names = {card.id: card.name for card in cards}
    differing = Counter(field for row in evidence for field in row["differing"])
    without_panel = [row["id"] for row in evidence if not row["panel"]]
    weakest = sorted(evidence, key=support)[:WEAKEST]
    used = {(one.trigger, one.scope, operation.type) for one in load_effects().values() for operation in one.operations}
    deck_without_panel = [card_id for card_id in without_panel if not card_id.startswith("T")]
    return [
        ("deck cards", str(sum(not card.is_token for card in cards))),
        ("tokens", str(sum(card.is_token for card in cards))),
        ("cards without an ability", str(sum(not card.effect_ids for card in cards))),
        ("cards that replace an ally", str(sum(card.is_replace for card in cards))),
        ("read from an in-game panel", str(sum(row["panel"] for row in evidence))),
        ("deck cards without a panel", ", ".join(f"{card_id} {names[card_id]}" for card_id in deck_without_panel)),
        ("tokens without a panel", str(len(without_panel) - len(deck_without_panel))),
        ("grid read from a card image", str(sum(row["image"] for row in evidence))),
        ("printed fan card agrees", str(sum(row["print"] for row in evidence))),
        ("at least one implementation agrees", str(sum(row["implementations"] > 0 for row in evidence))),
        ("at least four implementations agree", str(sum(row["implementations"] > 3 for row in evidence))),
        ("no source differs in anything", str(sum(not row["differing"] for row in evidence))),
        *((f"a source differs in: {field}", str(count)) for field, count in sorted(differing.items())),
        ("least support", ", ".join(f"{names[row['id']]} ({support(row)} sources)" for row in weakest)),
        ("effects in the registry", str(len(load_effects()))),
        ("triggers, scopes, operations", f"{len(TRIGGERS)}, {len(SCOPES)}, {len(OPERATIONS)}"),
        ("supported triples", str(len(SUPPORTED_TRIPLES))),
        ("supported triples that a shipped card uses", str(len(used))),
    ]


def block() -> str:
    """The table between the marks."""
    evidence = json.loads(EVIDENCE.read_text(encoding="utf-8"))
    lines = [f"| {what} | {count} |" for what, count in rows(evidence, shipped().cards)]
    return "\n".join([BEGIN, "| what | how many |", "|---|---|", *lines, END])


def with_counts(text: str) -> str:
    """``text`` with the block between its marks written anew; ValueError when it has no marks."""
    before, begin, rest = text.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{DOCUMENT.name} has lost the marks {BEGIN} and {END}")
    return f"{before}{block()}{after}"


def main() -> int:
    return settled("cards", {DOCUMENT: with_counts(DOCUMENT.read_text(encoding="utf-8"))})


if __name__ == "__main__":
    sys.exit(main())
