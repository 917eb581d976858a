"""How much a player types, hears and reads in a round: ``python tools/keystrokes.py`` enters the console's matches.

Keys and lines typed, words heard with a deep look, and rows on a screen of 80 columns.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from kernelkit.forms import plain_rules
from kernelkit.journal import MemoryStore
from kernelkit.spoken import LANGUAGES
from mazzo.coach.matches import Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from qb_engine.words.voice import Voice
from support.typed_matches import heard_rounds, matches, opening, read_rounds, rounds

GAMES = 400
"""Games of a deep look, while words are counted."""


def main() -> int:
    """Keys and lines a round, mean and most; 1 when a line was refused or a question asked."""
    keys, lines, refused = [], [], 0
    for match in matches():
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
    for language in LANGUAGES:
        words = [len(" ".join(said).split()) for said, is_over in heard_rounds(language, GAMES) if not is_over]
        rows = list(map(len, read_rounds(language)))
        print(f"{language}: words heard {mean(words):.1f} on average, {max(words)} at most; ", end="")
        print(f"rows {mean(rows):.1f} on average, {max(rows)} at most")
    return int(refused > 0)


if __name__ == "__main__":
    with plain_rules():
        sys.exit(main())
