"""The tools: each a name, what it is for, what it takes, what it answers, and who does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from mazzo.decks.reading import DeckReader
from mazzo.mcp import inputs
from mazzo.mcp.match_desk import MatchDesk
from mazzo.mcp.solitaire_desk import SolitaireDesk
from mazzo.schemas.assistant import Answer
from mazzo.schemas.document import Part
from mazzo.schemas.export import json_schema
from solitario.domain.scoring_config import ScoringConfig


@dataclass(frozen=True, slots=True)
class Tool:
    """One task. ``changes`` says whether it does more than look."""

    name: str
    purpose: str
    takes: type[Part]
    document: str
    does: Callable[[Any], Answer]
    changes: bool = False

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        return _rooted(msgspec.json.schema(self.takes))

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of the answer, as ``mazzo schema`` prints it."""
        return _rooted(json_schema(self.document))

    def call(self, arguments: Mapping[str, Any]) -> Answer:
        """The answer; msgspec.ValidationError for arguments that do not fit, SpokenError for what cannot be done."""
        return self.does(msgspec.convert(dict(arguments), self.takes))


def _rooted(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its object at the root, where clients look for it, and not behind a reference."""
    name = schema.pop("$ref").rpartition("/")[2]
    parts = dict(schema.pop("$defs"))
    root = parts.pop(name)
    return {**schema, **root, **({"$defs": parts} if parts else {})}


def tools(language: str, config: ScoringConfig, decks: DeckReader) -> dict[str, Tool]:
    """Every tool by its name, on desks of its own: what one assistant plays no other sees."""
    match, solitaire = MatchDesk(language, decks), SolitaireDesk(config, language)
    listed = [
        Tool(
            "qb_new_match",
            "Begin a match of Queen's Blood: against the computer, or one played elsewhere that you report step by "
            "step. The match before it is forgotten.",
            *(inputs.NewMatch, "mcp-match", match.new_match, True),
        ),
        Tool(
            "qb_report",
            "Say what happens next in the match: your mulligan, card or pass; in console mode also draws and the "
            "enemy's moves. The computer answers at once. undo takes the last step back.",
            *(inputs.Report, "mcp-match", match.report, True),
        ),
        Tool("qb_show", "Show the match as it stands.", inputs.Nothing, "mcp-match", match.show),
        Tool(
            "qb_recommend",
            "Ask the coach for the best moves now, with reasons and risks.",
            *(inputs.Recommend, "mcp-advice", match.recommend),
        ),
        Tool(
            "qb_explain",
            "Explain the power on a tile, or with a card why a move is good or what it gives away.",
            *(inputs.Explain, "mcp-said", match.explain),
        ),
        Tool(
            "qb_what_if",
            "Try a move that nobody makes, yours with any card or the enemy's, and see what would follow.",
            *(inputs.WhatIf, "mcp-said", match.what_if),
        ),
        Tool(
            "qb_review",
            "Judge your moves of the finished match: what each lost, and the better one.",
            *(inputs.ReviewMatch, "mcp-review", match.review),
        ),
        Tool(
            "qb_find_card",
            "Find cards of Queen's Blood by id, name, part of a name or with typos: cost, power, reach and abilities.",
            *(inputs.FindCard, "mcp-cards", match.find_card),
        ),
        Tool(
            "solitaire_new_game",
            "Deal a game of Solitario (Klondike). The game before it is forgotten.",
            *(inputs.NewSolitaire, "mcp-solitaire", solitaire.new_game, True),
        ),
        Tool(
            "solitaire_play",
            "Do one thing at the solitaire table: move cards, draw, recycle, undo, send what is safe, or give up.",
            *(inputs.PlaySolitaire, "mcp-solitaire", solitaire.play, True),
        ),
        Tool(
            "solitaire_show",
            "Show the solitaire table and every legal move.",
            *(inputs.Nothing, "mcp-solitaire", solitaire.show),
        ),
        Tool(
            "solitaire_hint",
            "Suggest the next move at solitaire, from what a player sees.",
            *(inputs.Nothing, "mcp-solitaire", solitaire.hint),
        ),
    ]
    return {tool.name: tool for tool in listed}
