"""Mangle valid texts and read them, parser by parser: ``python tools/fuzz.py --seconds 300``.

A text must be refused by one of our own errors or be read and written back as it stands. Anything else is a failure: it
is printed with its text, and the exit code is 1. One JSON line per parser; the same seed mangles the same texts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

os.environ.setdefault("MAZZO_PLAIN", "1")

from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import deck_code, parse_deck_code
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.moves import Side
from qb_engine.notation.actions import Action, Draw, Mulligan, Pass, parse_action, read_action
from qb_engine.notation.fingerprints import short_hash
from qb_engine.notation.game_position import parse_position, position_text, read_position
from qb_engine.notation.seen_tiles import parse_seen
from qb_engine.records import (
    Comment,
    GameFile,
    SetHand,
    SetPosition,
    SideAction,
    from_json,
    load_json,
    parse_qbn,
    qbn_text,
    read_game,
    record,
    to_json,
    verify,
)
from qb_engine.ruleset import PRESETS, Ruleset

PIECES = [
    *"\0\t\n\r \"#%&'()*+,-./:;<=>?@[]^_{|}~!xXyYeEnNpPfsblT0123456789é٣²ſ\u202e\ud800\U0001f0a1",
    *("qb1", "qb2", "qbn 1", "rebirth", "spec", "opening", "first=", "passes=2", "over", "M1=y1:001", "T13", "999"),
    *("mull ", "pass", "+019", "020@M2", "-1", "99999999999999999999", "{there}", "%s", "null", "true", "1e999", "NaN"),
    *("max_copies=", "+capture=keep", "[[[[", "}}", ".n1", ".p", ".s+1", "|", "?", "seal ", "position ", "hand "),
]
RULES = [*PRESETS, "spec+destroyed_tile=restore", "rebirth+pawns_on_destroy=retract+destroyed_tile=underlay"]
GAMES = 12


@dataclass(frozen=True)
class Target:
    """A parser: valid texts, and what must hold of any text; it raises what it should not."""

    name: str
    texts: list[str]
    check: Callable[[str], None]


def played(rules: str, random: Random) -> tuple[list[str], GameFile]:
    """The positions and the record of one random game."""
    ids = [card.id for card in shipped().cards if not card.is_token]
    ruleset, seed = Ruleset.parse(rules), random.randrange(1 << 40)
    first: Side = random.choice(("Y", "E"))
    decks = random.sample(ids, 15), random.sample(ids, 15)
    state = GameState(*decks, seed=seed, ruleset=ruleset, first_player=first)
    actions: list[tuple[Side, Action]] = []
    positions = [position_text(state)]
    while state.side_to_act:
        side, moves = state.side_to_act, state.legal_moves(state.side_to_act)
        move = random.choice(moves) if moves and random.random() < 0.92 else None
        if move is None:
            state.pass_turn(side)
        else:
            state.play_card_from_hand(
                side, state.hand(side).index_of(move.card_id) or 0, move.lane_index, move.col_index
            )
            state.end_turn()
        actions.append((side, move or Pass()))
        positions.append(position_text(state))
    return positions, record(*decks, actions, seed=seed, ruleset=ruleset, first_player=first)


def with_overrides(game: GameFile, position: str) -> GameFile:
    """The game with everything a file may hold; it need not be true."""
    seen = parse_seen("M3=e2:021=4,T2=n0,B1=e1:y001=-2")
    extra = (
        Comment("è così"),
        SetHand("Y", ("001", "T01")),
        SetPosition(position, seen),
        SideAction("E", Draw("019"), True),
    )
    return GameFile(game.opening, game.data_hash, (*extra, *game.entries), game.result, game.final)


def check_position(text: str) -> None:
    """Both readers; what the strict one takes is its own spelling, what the other takes has one."""
    state = read_position(text)
    spelling = position_text(state)
    again = parse_position(spelling)
    assert again.state_hash == state.state_hash, "the spelling is another position"
    assert position_text(again) == spelling, "the spelling has another spelling"
    if text != spelling:
        try:
            parse_position(text)
        except QueensBloodError:
            return
        raise AssertionError("a second spelling was taken")


def check_action(text: str) -> None:
    """Both readers; what either takes is written and read back."""
    action = read_action(text)
    assert parse_action(str(action)) == action, "the action is read back as another"
    assert str(parse_action(text)) == text, "a second spelling was taken"


def check_deck_code(text: str) -> None:
    """A code that is taken is the code of its deck."""
    code = deck_code(parse_deck_code(text))
    assert code.replace("-", "") == text.upper().replace("-", ""), "a second code for one deck"


def check_qbn(text: str) -> None:
    """A file that is taken is written back as it stands; verifying it raises nothing."""
    game = parse_qbn(text)
    assert qbn_text(game) == text, "a second spelling was taken"
    verify(game)
    read_game(text.encode())


def check_json(text: str) -> None:
    """JSON that is taken says what it says again, and so does its text."""
    game = from_json(load_json(text))
    assert from_json(to_json(game)) == game, "the JSON is read back as another game"
    assert parse_qbn(qbn_text(game)) == game, "the text is another game"


def targets(seed: int) -> list[Target]:
    """Every parser with its valid texts."""
    random = Random(seed)
    games = [played(random.choice(RULES), random) for _game in range(GAMES)]
    positions = [text for texts, _game in games for text in texts]
    records = [game for _texts, game in games]
    records += [
        with_overrides(game, "qb1 rebirth Y1 opening") for game in records if game.opening.ruleset.name == "rebirth"
    ]
    actions: list[Action] = [step.action for game in records for step in game.events if isinstance(step, SideAction)]
    words = [str(action) for action in (*actions, Mulligan((1, 4)), Mulligan(()))] + ["Archdragon@M2", "+Zu"]
    codes = [deck_code(deck) for game in records for deck in game.opening.decks if deck]
    return [
        Target("position", positions, check_position),
        Target("action", words, check_action),
        Target("deck code", codes, check_deck_code),
        Target("qbn", [qbn_text(game) for game in records], check_qbn),
        Target("json", [json.dumps(to_json(game)) for game in records], check_json),
    ]


def mangled(text: str, others: list[str], random: Random) -> str:
    """``text`` after one to four changes."""
    for _change in range(random.choice((1, 1, 1, 2, 3, 4))):
        at = random.randrange(len(text) + 1)
        length = random.choice((0, 1, 1, 2, 5, 20))
        way = random.randrange(6)
        if way == 0:
            text = text[:at] + random.choice(PIECES) + text[at:]
        elif way == 1:
            text = text[:at] + text[at + length :]
        elif way == 2:
            text = text[:at] + random.choice(PIECES) + text[at + length :]
        elif way == 3:
            text = text[:at] + text[at : at + length] * random.choice((2, 3, 50)) + text[at + length :]
        elif way == 4:
            other = random.choice(others)
            start = random.randrange(len(other) + 1)
            text = text[:at] + other[start : start + length * 4] + text[at + length :]
        else:
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
    return text


def resealed(text: str, random: Random) -> str:
    """A mangled game file, half the time with the seal that fits, so that its readers are reached."""
    if "\nseal " not in text or random.random() < 0.5:
        return text
    content = text[: text.rindex("seal ")]
    return f"{content}seal {short_hash(content.encode('utf-8', 'replace').decode())}\n"


def fuzz(target: Target, seconds: float, seed: int) -> dict[str, object]:
    """Mangle and read for so long: the figures of one parser."""
    random, begun = Random(f"{seed} {target.name}"), time.monotonic()
    size, failures, accepted, slowest = 0, 0, 0, 0.0
    while time.monotonic() - begun < seconds:
        text = resealed(mangled(random.choice(target.texts), target.texts, random), random)
        size += 1
        started = time.process_time()
        try:
            target.check(text)
            accepted += 1
        except QueensBloodError as error:
            error.message("it")
        except Exception as error:  # whatever it is, finding it is what a fuzzer is for
            failures += 1
            print(f"{target.name}: {type(error).__name__}: {error}\n{text!r}", file=sys.stderr)
        slowest = max(slowest, time.process_time() - started)
    return {
        "id": f"fuzz {target.name}",
        "size": size,
        "failures": failures,
        "seconds": round(time.monotonic() - begun, 1),
        "commit": commit(),
        "seed": seed,
        "accepted": accepted,
        "slowest_ms": round(slowest * 1000, 1),
    }


def commit() -> str:
    """The short name of the commit that is tested."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    )
    return done.stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description="Mangle valid texts and read them.")
    parser.add_argument("--seconds", type=float, default=10, help="how long for each parser")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parser", action="append", help="only this parser; may be given several times")
    asked = parser.parse_args()
    failures = 0
    for target in targets(asked.seed):
        if not asked.parser or target.name in asked.parser:
            report = fuzz(target, asked.seconds, asked.seed)
            failures += int(str(report["failures"]))
            print(json.dumps(report), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
