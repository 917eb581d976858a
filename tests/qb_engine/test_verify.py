"""Verifying: a record is played again, and whatever in it is not so is named with its line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernelkit.spoken import LANGUAGES
from qb_engine.errors import InvalidGameFileError, ReplayError
from qb_engine.moves import Move
from qb_engine.notation.actions import Pass
from qb_engine.notation.fingerprints import data_hash, short_hash
from qb_engine.records import (
    Comment,
    GameFile,
    Result,
    Sealed,
    SetPosition,
    SideAction,
    VerifyReport,
    parse_qbn,
    qbn_text,
    read_qbn,
    replay,
    verify,
    verify_sealed,
)
from qb_engine.ruleset import REBIRTH, SPEC
from support.qb_records import dealt_game, mirrored_match, sample_games

SAMPLES = sample_games()
FLIPS = tuple(1 << bit for bit in range(8))
INSERTED = (b" ", b"0", b"A", b"\n", b"!", b"\xc3\xa8", b"\x00")


@pytest.mark.parametrize("name", SAMPLES)
def test_an_honest_record_is_verified(name: str) -> None:
    report = verify_sealed(read_qbn(qbn_text(SAMPLES[name])))
    assert report.ok
    assert report.position is not None


def one_fault(report: VerifyReport) -> tuple[str, int, str, str]:
    assert len(report.faults) == 1
    fault = report.faults[0]
    assert all(fault.message(language) for language in LANGUAGES)
    return fault.kind, fault.line, fault.expected, fault.found


def line_of(game: GameFile, start: str) -> int:
    return 1 + next(at for at, line in enumerate(qbn_text(game).splitlines()) if line.startswith(start))


GAME = dealt_game(REBIRTH, 5)


def test_another_result_is_named_with_its_line() -> None:
    lie = replace(GAME, result=Result("E", 0, 18, "two_passes"))
    assert one_fault(verify(lie)) == ("result", line_of(GAME, "result"), str(GAME.result), "E 0:18 two_passes")
    unfinished = replace(GAME, result=None)
    assert one_fault(verify(unfinished))[3] == "*"


def test_another_last_position_is_named_with_its_line() -> None:
    lie = replace(GAME, final="0" * 12)
    assert one_fault(verify(lie)) == ("final", line_of(GAME, "final"), GAME.final, "0" * 12)


def test_other_card_data_is_named_and_the_game_still_played() -> None:
    lie = replace(GAME, data_hash="0" * 12)
    assert one_fault(verify(lie)) == ("data", 3, data_hash(), "0" * 12)
    assert verify(lie).position is not None


def test_hands_that_the_seed_does_not_deal_are_named_with_their_line() -> None:
    hands = GAME.opening.hands[0], tuple(reversed(GAME.opening.hands[1] or ()))
    lie = replace(GAME, opening=replace(GAME.opening, hands=hands))
    assert one_fault(verify(lie))[:2] == ("start", line_of(GAME, "hand E"))
    with pytest.raises(InvalidGameFileError, match="line 8, column 8: the seed deals"):
        replay(lie)


def test_an_illegal_move_is_named_with_ply_line_and_reason() -> None:
    entries = (*GAME.entries[:4], Comment("Now it goes wrong."), SideAction("Y", Move.parse("001@T5")))
    lie = replace(GAME, entries=entries)
    report = verify(lie)
    kind, line, _expected, found = one_fault(report)
    assert (kind, line, found, report.faults[0].ply) == ("event", line_of(lie, "5 Y"), "Y 001@T5", 5)
    assert report.faults[0].message("en").startswith(f"ply 5, line {line}: Y 001@T5 cannot happen: 001@T5 refused: ")
    assert report.position is None
    with pytest.raises(ReplayError, match=f"event 5, line {line}: 001@T5 refused"):
        replay(lie)


def test_a_move_out_of_turn_is_named() -> None:
    lie = replace(GAME, entries=(SideAction("E", Pass()), *GAME.entries))
    assert "you must act first" in verify(lie).faults[0].message("en")
    assert verify(lie).faults[0].ply == 1


def test_a_position_to_sync_to_must_be_a_position() -> None:
    game = mirrored_match()
    entries = (SetPosition("qb1 rebirth opening Y1"), *game.entries[1:])
    kind, line, _expected, found = one_fault(verify(replace(game, entries=entries)))
    assert (kind, line, found) == ("event", 9, "position qb1 rebirth opening Y1")


def test_a_position_must_show_what_was_seen() -> None:
    game = SAMPLES["synced"]
    sync = game.entries[4]
    assert isinstance(sync, SetPosition)
    seen = (replace(sync.seen[0], rank=3), *sync.seen[1:])
    lie = replace(game, entries=(*game.entries[:4], SetPosition(sync.text, seen), *game.entries[5:]))
    assert "M3=e3:031=4 was seen and the position has M3=e2:031" in verify(lie).faults[0].message("en")


def test_a_start_that_is_not_the_one_spelling_is_named_with_its_line() -> None:
    game = SAMPLES["set up"]
    lie = replace(game, opening=replace(game.opening, start=f"{game.opening.start} opening"))
    assert one_fault(verify(lie))[:2] == ("start", 4)


def test_a_broken_seal_is_a_fault_of_its_own() -> None:
    sealed = read_qbn(qbn_text(GAME))
    broken = Sealed(sealed.game, "0" * 12, sealed.seal_needed)
    assert one_fault(verify_sealed(broken)) == ("seal", line_of(GAME, "seal"), sealed.seal, "0" * 12)


# Any changed byte.


def changed_files(raw: bytes) -> list[bytes]:
    """Each bit flipped, each byte taken out, something put in at each place."""
    flipped = [raw[:at] + bytes([raw[at] ^ flip]) + raw[at + 1 :] for at in range(len(raw)) for flip in FLIPS]
    cut = [raw[:at] + raw[at + 1 :] for at in range(len(raw))]
    more = [raw[:at] + piece + raw[at:] for at in range(len(raw) + 1) for piece in INSERTED]
    return flipped + cut + more


def is_noticed(raw: bytes, original: GameFile) -> bool:
    """Whether a changed file is refused, not verified, or says the very same thing."""
    try:
        sealed = read_qbn(raw.decode("utf-8"))
    except (UnicodeDecodeError, InvalidGameFileError):
        return True
    return not sealed.is_whole or sealed.game == original


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_no_byte_of_a_file_changes_unnoticed(name: str) -> None:
    raw = qbn_text(SAMPLES[name]).encode()
    unnoticed = [changed for changed in changed_files(raw) if not is_noticed(changed, SAMPLES[name])]
    assert unnoticed == []


def says_something_else(text: str, original: GameFile) -> bool:
    """Whether a file that was changed and sealed again is believed although it tells of another game."""
    content = text[: text.rindex("seal ")]
    try:
        game = parse_qbn(f"{content}seal {short_hash(content)}\n")
    except InvalidGameFileError:
        return False
    told = [replace(told, entries=told.events) for told in (game, original)]
    return told[0] != told[1] and verify(game).ok


@pytest.mark.slow
def test_even_under_a_new_seal_no_changed_byte_of_a_dealt_game_is_believed() -> None:
    game = dealt_game(SPEC, 6)
    raw = qbn_text(game).encode()
    head = raw.index(b"seal ")
    believed = []
    for at in range(head):
        for byte in {raw[at] ^ 1, raw[at] ^ 2, raw[at] ^ 4, ord("0"), ord("1"), ord("Y"), ord("E")} - {raw[at]}:
            text = (raw[:at] + bytes([byte]) + raw[at + 1 :]).decode("utf-8", "replace")
            if says_something_else(text, game):
                believed.append(text)
    assert believed == []
