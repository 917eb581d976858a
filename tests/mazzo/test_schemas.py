"""JSON has types: whatever a command prints as JSON fits the JSON Schema that ``mazzo schema`` prints for it."""

from __future__ import annotations

import json
import shutil

import click
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from mazzo.cli import main
from mazzo.decks.reading import DeckReader
from mazzo.folders import folders, made_folder_of
from mazzo.mcp.tools import tools
from mazzo.schemas.document import NUMBERS, ErrorDocument, Refusal
from mazzo.schemas.export import DOCUMENTS, json_schema
from mazzo.storage.store import EventStore
from mazzo.web.api.operations import OPERATIONS, Json
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.records import qbn_text
from qb_engine.ruleset import Ruleset
from solitario.application.profiles import Profiles
from solitario.infrastructure.anonymous_statistics import AnonymousStatisticsFile
from solitario.infrastructure.profiles_file import JsonProfileStorage
from solitario.infrastructure.scores_file import JsonScoreStorage
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader
from solitario.infrastructure.settings_file import SettingsFile, StoredSettings
from support.hidden_rules import synced_match
from support.reviewed_games import ending
from support.score_samples import LEGACY, LOST, WON, record

VANGUARD = starter_decks()[0].deck.card_ids
OPENING = "qb1 rebirth Y1 opening"
DOUBLED = ["001"] * 3 + [f"{number:03d}" for number in range(2, 14)]
"""Fifteen cards that no rules take."""
SCORE = {
    "schema": 1,
    "difficulty_level": 3,
    "deck_type": "french",
    "draw_count": 3,
    "timer_mode": "OFF",
    "timer_limit_seconds": 0,
    "event_counts": {},
    "elapsed_seconds": 60,
    "move_count": 1,
    "is_victory": False,
    "end_reason": "abandon_exit",
}


def paths(group, begun=()):
    """Every command below ``group`` as its words, with the command itself."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        yield " ".join((*begun, name)), command
        if isinstance(command, click.Group):
            yield from paths(command, (*begun, name))


def prints_json(command):
    return any("--json" in parameter.opts for parameter in command.params)


JSON_COMMANDS = sorted(path for path, command in paths(main) if prints_json(command))
DOCUMENT_OF = {command: name for name, document in DOCUMENTS.items() for command in document.commands}
EXAMPLES = {
    "coach": [["--sample", "--script", "COACH"], ["--new", "--script", "NOTHING"], ["--script", "MISSING"]],
    "coach advise": [
        [OPENING, "--hand", "001,007,013", "--quick"],
        [OPENING, "--hand", "001,007", "--iterations", "40"],
        [OPENING],
        ["nonsense"],
    ],
    "db backup": [["copy.sqlite3"], ["COPY"]],
    "db check": [[], ["COPY"], ["BROKEN"], ["MISSING"]],
    "db export": [["lines.jsonl"], ["EXPORT"]],
    "db import": [["EXPORT"], ["SCORES"], ["MISSING"]],
    "db restore": [["COPY"], ["BROKEN"], ["MISSING"]],
    "deck add": [["other", *VANGUARD], ["mine", "001"]],
    "deck check": [["vanguard"], ["doubled", "--rules", "spec"], ["nobody"]],
    "deck code": [["mine"], ["nobody"]],
    "deck list": [[]],
    "deck show": [["mine"], ["vanguard"], ["nobody"]],
    "doctor": [[]],
    "lab calibrate": [
        ["--positions", "2", "--iterations", "4", "--players", "random", "--coverage", "1"],
        ["--players", "nobody"],
    ],
    "lab decks": [["vanguard", "heirs", "--games", "2", "--player", "random"], ["vanguard"]],
    "lab evolve": [
        ["heirs", "--deck", "vanguard", "--collection", "CARDS", "--player", "random", "--rounds", "1", "--games", "2"],
        ["nobody"],
    ],
    "lab match": [
        ["random", "random", "--games", "2", "--sprt", "0.4", "0.6"],
        ["random", "random", "--games", "2", "--deck-a", "vanguard"],
        ["nobody", "random", "--games", "2"],
    ],
    "lab verify": [["RUN"], ["MISSING"]],
    "play": [["--seed", "5", "--level", "random", "--first", "you", "--script", "PLAY"], ["--deck", "nobody"]],
    "puzzle": [["1"], ["1", "--solve"], ["--daily"], ["nonsense"]],
    "qb card": [["cloud"], ["T01"], ["clod"]],
    "qb evidence": [["SAVED", "MISSING"], ["SYNCED", "--all"], ["SYNCED", "--rules", "nonsense"]],
    "qb perft": [[f"{OPENING} Y=001 E=001", "2"], ["nonsense", "1"]],
    "qb position": [[f"{OPENING} Y=001|002"], [OPENING], ["nonsense"]],
    "qb scenario": [["SCENARIO"], ["REFUSED"], ["MISSING"]],
    "qb verify": [["SAVED"], ["CHANGED"], ["MISSING"]],
    "review": [["SAVED", "--iterations", "24", "--side", "both"], ["MISSING"]],
    "solitario export": [["scores.json"], ["MISSING/scores.json"]],
    "solitario import": [["SCORES"], ["MISSING"]],
    "solitario play": [["--script", "SOLITARIO"]],
    "solitario profile create": [["Anna"], ["Bea"]],
    "solitario profile default": [["Bea"], ["Nobody"]],
    "solitario profile delete": [["Bea", "--yes"], ["Bea"], ["Nobody"]],
    "solitario profile list": [[]],
    "solitario profile rename": [["Bea", "Carla"], ["Nobody", "Carla"]],
    "solitario score": [["SCORE"]],
    "solitario scores": [[]],
    "solitario settings": [["--speech-rate", "2"], []],
    "solitario solve": [["--deal", "2"], ["--deals", "1-3", "--nodes", "50"], ["--deal", "0"]],
    "solitario stats": [[], ["--profile", "Nobody"]],
}
"""Arguments for each command; a word in capitals is a file, below."""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with decks, players and finished games, and beside it the files that the examples name."""
    folder = tmp_path_factory.mktemp("schemas")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAZZO_HOME", str(folder / "home"))
        JsonProfileStorage(folders().profiles).save(Profiles())
        folders().decks.parent.mkdir(parents=True)
        for kept, (name, cards) in {"decks": ("old", VANGUARD), "opponents": ("Rival", ["001", "007"])}.items():
            file = {"schema": 1, "decks": [{"name": name, "cards": list(cards)}]}
            getattr(folders(), kept).write_text(json.dumps(file), encoding="utf-8")
        for arguments in (
            ["deck", "add", "mine", *reversed(VANGUARD)],
            ["deck", "add", "doubled", *DOUBLED],
            ["solitario", "profile", "create", "Bea"],
            ["lab", "match", "random", "random", "--games", "2", "--out", str(folder / "RUN")],
        ):
            assert CliRunner().invoke(main, arguments).exit_code == 0
        JsonScoreStorage(folders().scores).add_all([record(WON, 1, profile_id="guest"), record(LOST, 2)])
        SettingsFile(folders().settings).save(StoredSettings())
        AnonymousStatisticsFile(folders().anonymous_statistics).count(WON)
        store_files_into(folder)
    sealed = qbn_text(ending())
    for name, text in {
        "COACH": "mull\np 1\nnonsense\nquit\n",
        "NOTHING": "quit\n",
        "PLAY": "keep\n1 m1\nwhat\nquit\n",
        "SAVED": sealed,
        "CHANGED": sealed.replace("Y pass", "Y 020@T1"),
        "SYNCED": qbn_text(synced_match(0, Ruleset.parse("rebirth+destroyed_tile=clear"))),
        "SCENARIO": json.dumps({"schema": 1, "hands": {"Y": ["001"]}, "moves": ["Y 001@M1"]}),
        "REFUSED": json.dumps({"schema": 1, "moves": ["Y 001@M5"]}),
        "SCORES": json.dumps([LEGACY]),
        "SCORE": json.dumps(SCORE),
        "CARDS": ",".join(VANGUARD),
        "SOLITARIO": "draw\nwhat\nquit\nyes\n",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def store_files_into(folder):
    """A store with two records in the home, and beside it a copy, a damaged copy and an export of it."""
    with EventStore.open(made_folder_of(folders().journal)) as store:
        for stream in ("coach/1", "coach/2"):
            store.journal(stream).append("begun", {"n": 1})
    for command, name in (("backup", "COPY.sqlite3"), ("export", "EXPORT.jsonl")):
        assert CliRunner().invoke(main, ["db", command, str(folder / name)]).exit_code == 0
        (folder / name).rename(folder / name.partition(".")[0])
    raw = (folder / "COPY").read_bytes()
    (folder / "BROKEN").write_bytes(raw.replace(b'{"n":1}', b'{"n":2}', 1))


def printed(home, command, arguments, monkeypatch):
    """The documents that a command prints, one a line; among the files, with a copy of the home."""
    copied = home / "copy"
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(home / "home", copied)
    monkeypatch.chdir(home)
    for written in ("copy.sqlite3", "lines.jsonl", "scores.json"):
        (home / written).unlink(missing_ok=True)
    monkeypatch.setenv("MAZZO_HOME", str(copied))
    answer = CliRunner().invoke(main, [*command.split(), *arguments, "--json"])
    assert answer.stdout, answer.output
    return [json.loads(line) for line in answer.stdout.splitlines()]


def validator(name):
    schema = json_schema(name)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_every_command_that_prints_json_has_a_document_and_examples():
    assert sorted(DOCUMENT_OF) == JSON_COMMANDS
    assert sorted(EXAMPLES) == JSON_COMMANDS


def test_every_document_has_a_number():
    assert set(DOCUMENTS) == set(NUMBERS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "arguments"),
    [(command, arguments) for command, examples in EXAMPLES.items() for arguments in examples],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:40],
)
def test_what_a_command_prints_fits_its_schema(home, command, arguments, monkeypatch):
    name = DOCUMENT_OF[command]
    check, documents = validator(name), printed(home, command, arguments, monkeypatch)
    if arguments == EXAMPLES[command][0]:
        assert any(document.get("error") is None for document in documents), "the first example is refused"
    for document in documents:
        assert [error.message for error in check.iter_errors(document)] == []
        number = NUMBERS["refusal"] if set(document) == set(Refusal.__struct_fields__) | {"schema"} else NUMBERS[name]
        assert document["schema"] == number


def test_a_key_more_or_less_does_not_fit():
    check = validator("refusal")
    refusal = {"schema": NUMBERS["refusal"], "ok": False, "error": "no", "line": None, "column": None}
    assert check.is_valid(refusal)
    assert not check.is_valid({**refusal, "more": 1})
    assert not check.is_valid({**refusal, "schema": NUMBERS["refusal"] + 1})
    for key in refusal:
        assert not check.is_valid({other: value for other, value in refusal.items() if other != key})


FILES = {
    "decks": "deck-file",
    "opponents": "deck-file",
    "scores": "solitario-scores-file",
    "profiles": "solitario-profiles-file",
    "settings": "solitario-settings-file",
    "anonymous_statistics": "solitario-counts-file",
}
"""The files that are kept as JSON, by what ``folders`` calls them."""


@pytest.mark.parametrize("kept", FILES)
def test_a_file_that_is_kept_fits_its_schema(home, kept, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(home / "home"))
    written = json.loads(getattr(folders(), kept).read_text(encoding="utf-8"))
    assert [error.message for error in validator(FILES[kept]).iter_errors(written)] == []
    assert str(NUMBERS[FILES[kept]]) == str(written.get("schema") or written["version"]).partition(".")[0]


def test_every_line_of_an_export_fits_its_schema(home):
    check = validator("db-export-file")
    lines = [json.loads(line) for line in (home / "EXPORT").read_text(encoding="utf-8").splitlines()]
    assert [error.message for line in lines for error in check.iter_errors(line)] == []
    assert (len(lines), lines[0]["schema"]) == (1 + lines[0]["events"], NUMBERS["db-export-file"])


def test_every_document_is_printed_by_a_command_or_is_a_file_or_a_refusal_or_an_answer():
    answers = {tool.document for tool in tools("en", ScoringConfigLoader().load(), DeckReader(lambda: ())).values()}
    unprinted = {name for name, document in DOCUMENTS.items() if not document.commands}
    answers |= {name for name, document in DOCUMENTS.items() if document.is_answer}
    assert unprinted == {*FILES.values(), "db-export-file", "refusal", *answers}


def test_every_answer_of_the_web_table_is_one_that_an_operation_gives():
    given = {kind for one in OPERATIONS for kind in one.answers.values()} | {ErrorDocument}
    types = {name: document.types[0].rpartition(":")[2] for name, document in DOCUMENTS.items()}
    known = {kind.__name__ for kind in given if kind is not Json}
    assert {types[name] for name, document in DOCUMENTS.items() if document.is_answer} <= known <= set(types.values())


def test_mazzo_schema_prints_one_schema_or_lists_all():
    listed = CliRunner().invoke(main, ["schema", "--lang", "en"])
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(DOCUMENTS)
    one = CliRunner().invoke(main, ["schema", "advice"])
    assert json.loads(one.stdout) == json_schema("advice")
    wrong = CliRunner().invoke(main, ["schema", "nonsense", "--lang", "it"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("nessun documento si chiama 'nonsense'")


def keys_in(schema):
    """Every key of every object in a schema."""
    for component in schema["$defs"].values():
        yield from component["properties"].items()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_one_thing_has_one_key_in_all_documents(name):
    for key, value in keys_in(json_schema(name)):
        assert key not in ("exact", "forced", "you", "ruleset", "hidden"), key
        if value.get("enum") and set(value["enum"]) & {"you", "enemy"}:
            pytest.fail(f"{key} calls a side {value['enum']}")
        if value.get("type") == "boolean":
            assert key.startswith(("is_", "has_")) or key in ("ok", *SPECIFIED_BOOLEANS), key


SPECIFIED_BOOLEANS = (
    "game_over",
    "command_tips",
    "speech_enabled",
    "anonymous_statistics_enabled",
    "score_warnings_enabled",
)
"""Names that scenarios and the settings of Solitario have from their specifications."""
