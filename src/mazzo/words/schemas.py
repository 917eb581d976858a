"""The list of JSON documents in words."""

from __future__ import annotations

from collections.abc import Iterator

from kernelkit.spoken import catalogue, sentence
from mazzo.schemas.document import NUMBERS
from mazzo.schemas.export import DOCUMENTS

ANSWER = sentence("an answer of the web table to a program")
FILES = {
    "deck-file": sentence("the file of your decks, and that of your opponents' lists"),
    **dict.fromkeys(
        ("mcp-advice", "mcp-cards", "mcp-match", "mcp-review", "mcp-said", "mcp-solitaire"),
        sentence("an answer of mazzo mcp to an assistant"),
    ),
    "refusal": sentence("why there is no answer, from any command"),
    "db-export-file": sentence("the lines that the store is exported as"),
    "solitario-counts-file": sentence("the file of the anonymous counts of Solitario"),
    "solitario-profiles-file": sentence("the file of the players of Solitario"),
    "solitario-scores-file": sentence("the file of the finished games of Solitario"),
    "solitario-settings-file": sentence("the file of the choices for Solitario"),
}
"""What the documents are that no command of their own prints."""


def document_lines(language: str) -> Iterator[str]:
    """Every document with its number and the commands that print it."""
    words = catalogue("mazzo", language)
    for name, document in DOCUMENTS.items():
        commands = ", ".join(f"mazzo {command} --json" for command in document.commands)
        yield f"{name} {NUMBERS[name]}  {commands or words.gettext(ANSWER if document.is_answer else FILES[name])}"
