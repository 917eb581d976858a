"""Game files for tests: dealt, mirrored and set up, finished or not, with comments and overrides."""

from __future__ import annotations

from dataclasses import replace

from kernelkit.journal import MemoryJournal
from qb_engine.live_match import LiveMatch
from qb_engine.match.files import game_of
from qb_engine.moves import Move
from qb_engine.notation.actions import Draw, Mulligan, Pass
from qb_engine.records import Comment, GameFile, Opening, Recorder, SetHand, SetPosition, SideAction, record
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from support.qb_games import RandomGame


def dealt_game(ruleset: Ruleset, seed: int) -> GameFile:
    """A whole random game of two known decks."""
    game = RandomGame(ruleset, seed).played()
    return record(*game.decks, game.actions, seed=seed, ruleset=ruleset, first_player=game.first)


def mirrored_match() -> GameFile:
    """A match as a second screen follows it: one hand known, one not, and twice something to put right."""
    deck = ("001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012", "013", "014", "015")
    recorder = Recorder(Opening(REBIRTH, "E", (deck, None), (("001", "002", "003", "004", "007"), None)))
    for entry in (
        Comment("The enemy begins."),
        SideAction("Y", Mulligan((1, 3))),
        SideAction("Y", Draw("010")),
        SideAction("Y", Draw("011")),
        SideAction("E", Move.parse("001@M5")),
        SideAction("Y", Move.parse("001@M1")),
        SideAction("E", Pass()),
        SideAction("Y", Draw("012")),
        Comment("Two draws in one turn: the first was a slip."),
        SideAction("Y", Draw("013"), is_override=True),
        SetHand("Y", ("003", "007", "010", "013")),
        SideAction("Y", Move.parse("007@T1")),
        SideAction("Y", Pass(), is_override=True),
        SideAction("Y", Mulligan((0,)), is_override=True),
        SetPosition("qb1 rebirth Y7 T1=y2:007 T2=y1 M1=y1:001 M5=e1:001 B5=e2 Y=007,010"),
        SideAction("Y", Move.parse("026@T2"), is_override=True),
    ):
        recorder.add(entry)
    return recorder.game()


def set_up_game() -> GameFile:
    """A game that begins in the middle, from a position with piles and a seed for the mulligan."""
    start = "qb1 spec E2 T1=y2 M1=y1:001.p B1=y2 M2=y1 M5=e1 Y=002,003|004 E=005,001|006,010,011"
    start = start.replace("B1=y2 M2=y1 M5=e1", "M2=y1 M5=e1 B1=y2")
    recorder = Recorder(Opening(SPEC, seed=99, start=start))
    for entry in (
        SideAction("E", Mulligan((0,))),
        SideAction("E", Move.parse("001@M5")),
        SideAction("Y", Pass()),
        SideAction("E", Pass()),
    ):
        recorder.add(entry)
    return recorder.game()


def synced_match() -> GameFile:
    """A match in which three tiles of the console were looked at: one is other, two are as we thought."""
    match = LiveMatch(MemoryJournal())
    match.start(("001", "002", "003", "004", "007"), first="Y")
    match.mulligan([1], ["010"])
    match.play(Move.parse("001@M1"))
    match.enemy_play(Move.parse("007@M5"))
    names = {"M3": {"owner": "E", "rank": 2, "card": "031", "card_owner": "E", "power": 4}}
    names["T2"] = {"owner": "N", "rank": 0, "card": None, "card_owner": None, "power": None}
    names["M1"] = {"owner": "Y", "rank": 1, "card": "001", "card_owner": "Y", "power": None}
    match.sync_board(names)
    match.draw("011")
    return game_of(match.steps)


def sample_games() -> dict[str, GameFile]:
    """A few of each kind, by name."""
    empty = Recorder(Opening(REBIRTH, "Y")).game()
    return {
        "dealt, rebirth": dealt_game(REBIRTH, 5),
        "dealt, spec": dealt_game(SPEC, 6),
        "dealt, hands not written": replace_opening(dealt_game(SPEC, 7)),
        "mirrored": mirrored_match(),
        "synced": synced_match(),
        "set up": set_up_game(),
        "nothing yet": empty,
    }


def replace_opening(game: GameFile) -> GameFile:
    """The same game without its hands, which the seed deals anyway."""
    return replace(game, opening=replace(game.opening, hands=(None, None)))
