"""How much a player types: ``python tools/keystrokes.py`` enters the matches of the console and counts every key."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from kernelkit.forms import plain_rules
from kernelkit.journal import MemoryStore
from mazzo.coach.matches import Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from qb_engine.words.voice import Voice
from support.typed_matches import matches, opening, rounds


def main() -> int:
    """Keys and lines a round, mean and most; 1 when a line was refused or a question asked."""
    keys, lines, refused = [], [], 0
    for match in matches():
        if not match["hand"]:
            continue
        session = CoachSession(Matches(MemoryStore()), Voice(), files=TypedFiles())
        session.open(new=True)
        for line in opening(match):
            session.handle(line)
        for typed in rounds(match):
            refused += sum(not session.handle(line).ok or session.is_asking for line in typed)
            if len(typed) > 1:
                keys.append(sum(len(line) + 1 for line in typed))
                lines.append(len(typed))
    print(f"{len(keys)} whole rounds: keys {mean(keys):.1f} on average, {max(keys)} at most")
    print(f"lines {mean(lines):.1f} on average, {max(lines)} at most; refused or asked: {refused}")
    return int(refused > 0)


if __name__ == "__main__":
    with plain_rules():
        sys.exit(main())
