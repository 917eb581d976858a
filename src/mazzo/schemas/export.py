"""The list of all documents, who prints or writes each, and the JSON Schema of their types."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from msgspec.json import schema_components

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError
from mazzo.schemas.document import NUMBERS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFUSAL = "document:Refusal"


@dataclass(frozen=True, slots=True)
class Exported:
    """A document: where its types are (any of them may come), and the commands that print it.

    One without a command is a file, or what any command may print; ``is_answer`` says that the web table answers it.
    """

    types: tuple[str, ...]
    commands: tuple[str, ...] = ()
    is_answer: bool = False


def _printed(place: str, *commands: str, also: tuple[str, ...] = (REFUSAL,)) -> Exported:
    return Exported((place, *also), commands)


def _answered(place: str) -> Exported:
    return Exported((place,), is_answer=True)


DOCUMENTS = {
    "advice": _printed("advice:Advice", "coach advise"),
    "calibration": _printed("lab:CalibrationDocument", "lab calibrate"),
    "card": _printed("card:CardDocument", "qb card"),
    "card-list": _answered("card:CardListDocument"),
    "coach-line": _printed("match:CoachLine", "coach"),
    "db-check": _printed("database:CheckDocument", "db check"),
    "db-copy": _printed("database:CopyDocument", "db backup", "db export"),
    "db-export-file": Exported(("database:ExportHeader", "database:ExportedEvent")),
    "db-import": _printed("database:TakenInDocument", "db import"),
    "db-restore": _printed("database:RestoreDocument", "db restore"),
    "deck": _printed("deck:DeckDocument", "deck add", "deck show", "deck code"),
    "deck-check": _printed("deck:DeckCheckDocument", "deck check"),
    "deck-file": Exported(("deck:DeckFile",)),
    "deck-list": _printed("deck:DeckListDocument", "deck list"),
    "doctor": _printed("doctor:DoctorDocument", "doctor", also=()),
    "error": _answered("document:ErrorDocument"),
    "evidence": _printed("evidence:EvidenceDocument", "qb evidence"),
    "explained": _answered("explained:ExplainedDocument"),
    "game": _answered("game:GameDocument"),
    "game-line": _printed("game:GameLine", "play"),
    "game-list": _answered("game:GameListDocument"),
    "lab-decks": _printed("lab_decks:DecksDocument", "lab decks"),
    "lab-evolve": _printed("lab_decks:EvolutionDocument", "lab evolve"),
    "lab-match": _printed("lab:LabMatchDocument", "lab match"),
    "lab-runs": _answered("lab_decks:LabRunsDocument"),
    "lab-verify": _printed("lab:LabVerifyDocument", "lab verify"),
    "match": _answered("match:MatchDocument"),
    "match-list": _answered("match:MatchListDocument"),
    "mcp-advice": Exported(("assistant:AdviceAnswer",)),
    "mcp-cards": Exported(("assistant:CardsAnswer",)),
    "mcp-match": Exported(("assistant:MatchAnswer",)),
    "mcp-review": Exported(("assistant:ReviewAnswer",)),
    "mcp-said": Exported(("assistant:SaidAnswer",)),
    "mcp-solitaire": Exported(("assistant:SolitaireAnswer",)),
    "perft": _printed("position:PerftDocument", "qb perft"),
    "position": _printed("position:PositionDocument", "qb position"),
    "position-advice": _answered("advice:PositionAdvice"),
    "puzzle": _printed("puzzle:PuzzleDocument", "puzzle"),
    "puzzle-list": _answered("puzzle:PuzzleListDocument"),
    "puzzle-try": _answered("puzzle:PuzzleTryDocument"),
    "refusal": Exported((REFUSAL,)),
    "review": _printed("review:ReviewDocument", "review"),
    "review-progress": _answered("review:ReviewProgress"),
    "scenario": _printed("scenario:ScenarioReport", "qb scenario", also=("scenario:RefusedScenario", REFUSAL)),
    "schema-list": _answered("listing:SchemaListDocument"),
    "solitario-counts-file": Exported(("files:AnonymousStatisticsFile",)),
    "solitario-export": _printed("records:ScoresExportDocument", "solitario export"),
    "solitario-game": _printed("solitario:SolitarioGame", "solitario play", also=()),
    "solitario-games": _answered("solitario_table:GamesDocument"),
    "solitario-import": _printed("records:ImportDocument", "solitario import"),
    "solitario-profile": _printed(
        "records:ProfileDocument",
        "solitario profile create",
        "solitario profile rename",
        "solitario profile delete",
        "solitario profile default",
    ),
    "solitario-profiles": _printed("records:ProfilesDocument", "solitario profile list"),
    "solitario-profiles-file": Exported(("files:ProfilesFile",)),
    "solitario-score": _printed("solitario:ScoreDocument", "solitario score", also=()),
    "solitario-scores": _printed("records:ScoresDocument", "solitario scores"),
    "solitario-scores-file": Exported(("files:ScoresFile",)),
    "solitario-settings": _printed("records:SettingsDocument", "solitario settings"),
    "solitario-settings-file": Exported(("files:SettingsFile",)),
    "solitario-solve": _printed(
        "solving:SolvedDocument", "solitario solve", also=("solving:SolvedDealsDocument", REFUSAL)
    ),
    "solitario-statistics": _printed("records:StatisticsDocument", "solitario stats"),
    "solitario-table": _answered("solitario_table:TableDocument"),
    "threats": _answered("explained:ThreatsDocument"),
    "verify": _printed("verify:VerifyDocument", "qb verify"),
}
"""Every document by its name."""


class UnknownSchemaError(MazzoError):
    """No document has that name."""

    template = sentence("no document is called {asked!r}; there are {known}")


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of the document called ``name``; UnknownSchemaError names those there are."""
    if name not in DOCUMENTS:
        raise UnknownSchemaError(asked=name, known=", ".join(DOCUMENTS))
    types = [_type(place) for place in DOCUMENTS[name].types]
    found, components = schema_components(types, ref_template="#/$defs/{name}")
    for component in components.values():
        require_all_into(component)
    body = found[0] if len(found) == 1 else {"anyOf": list(found)}
    return {"$schema": DIALECT, "title": f"mazzo {name} {NUMBERS[name]}", **body, "$defs": components}


def require_all_into(component: dict[str, Any]) -> None:
    """Require what has a default too: it is always written. Only a key that may be left out has neither."""
    required = set(component.get("required", ()))
    written = [key for key, value in component["properties"].items() if key in required or "default" in value]
    component["required"] = written


def _type(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(f"mazzo.schemas.{module}"), name)
