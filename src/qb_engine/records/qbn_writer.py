"""``.qbn`` game files: how a record is written. docs/formats.md shows one.

Three blocks, parted by empty lines: what is known of the start, the numbered events with their comments, the end. The
last line seals everything above it, so that no byte of a file changes unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator

from qb_engine.moves import SIDES
from qb_engine.notation.fingerprints import short_hash
from qb_engine.notation.seen_tiles import seen_text
from qb_engine.records.record import Comment, Entry, Event, GameFile, Opening, SetHand, SetPosition, SideAction

VERSIONS = ("1", "2")
"""A file is of the first version that can hold it; the second knows which tiles were seen."""
UNKNOWN_DECK = "?"
UNFINISHED = "*"
NO_CARDS = "-"
END = ("result", "final", "seal")
"""The tags of the last block."""


def qbn_text(game: GameFile) -> str:
    """The one text of a game, its seal included."""
    content = sealed_text(game)
    return f"{content}seal {short_hash(content)}\n"


def seal_of(game: GameFile) -> str:
    """The hash of everything a game says."""
    return short_hash(sealed_text(game))


def sealed_text(game: GameFile) -> str:
    """The text above the seal."""
    end = [f"result {UNFINISHED if game.result is None else game.result}", f"final {game.final}"]
    head = [f"qbn {version_of(game)}", *opening_lines(game.opening, game.data_hash)[1:]]
    return "".join(f"{line}\n" for line in [*head, "", *_entry_lines(game.entries), "", *end])


def version_of(game: GameFile) -> str:
    """The version in which a game is written."""
    has_seen = any(isinstance(entry, SetPosition) and entry.seen for entry in game.entries)
    return VERSIONS[1] if has_seen else VERSIONS[0]


def opening_lines(opening: Opening, data_hash: str) -> list[str]:
    """The first block, a tag a line."""
    lines = [f"qbn {VERSIONS[0]}", f"rules {opening.ruleset.name}", f"data {data_hash}"]
    if opening.start is not None:
        lines.append(f"start {opening.start}")
    else:
        lines.append(f"first {opening.first_player}")
        lines += [f"deck {side} {','.join(opening.deck(side) or UNKNOWN_DECK)}" for side in SIDES]
        lines += [f"hand {side} {','.join(opening.hand(side) or ())}" for side in SIDES if opening.hand(side)]
    if opening.seed is not None:
        lines.append(f"seed {opening.seed}")
    return lines


def _entry_lines(entries: tuple[Entry, ...]) -> Iterator[str]:
    number = 0
    for entry in entries:
        if isinstance(entry, Comment):
            yield f"# {entry.text}"
            continue
        number += 1
        is_override = not isinstance(entry, SideAction) or entry.is_override
        yield f"{number}{'!' if is_override else ''} {event_text(entry)}"


def event_text(event: Event) -> str:
    """An event without its number: ``Y 020@M2``, ``Y hand 003,007``, ``seen M3=e2 position qb1 ...``."""
    if isinstance(event, SetHand):
        return f"{event.side} hand {','.join(event.card_ids) or NO_CARDS}"
    if isinstance(event, SetPosition):
        seen = f"seen {seen_text(event.seen)} " if event.seen else ""
        return f"{seen}position {event.text}"
    return f"{event.side} {event.action}"


def tag_line(game: GameFile, tag: str) -> int:
    """The line, from 1, of a tag of the first block, or of the end: ``data``, ``hand Y``, ``result``, ``final``."""
    head = opening_lines(game.opening, game.data_hash)
    for number, line in enumerate(head, 1):
        if line.startswith(f"{tag} "):
            return number
    return len(head) + 1 + len(game.entries) + 1 + END.index(tag) + 1


def event_line(game: GameFile, number: int) -> int:
    """The line of the event with this number, both from 1."""
    places = [place for place, entry in enumerate(game.entries) if not isinstance(entry, Comment)]
    return len(opening_lines(game.opening, game.data_hash)) + 1 + places[number - 1] + 1
