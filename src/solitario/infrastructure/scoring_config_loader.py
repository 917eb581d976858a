"""The scoring figures from a JSON file: ``config/scoring_config.json`` in the package, or a player's own."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from kernelkit import strict_json
from kernelkit.files import detail_of, read_plain
from kernelkit.spoken import sentence
from solitario.domain.scoring_config import ScoringConfig
from solitario.errors import InvalidScoringConfigError, shown
from solitario.infrastructure.errors import InvalidScoringConfigFileError
from solitario.infrastructure.json_file import UNUSABLE

NESTED = {
    "stock_draw": {"thresholds": "stock_draw_thresholds", "penalties": "stock_draw_penalties"},
    "time_bonus": {
        "timer_off_max": "timer_off_max",
        "timer_off_decay_per_minute": "timer_off_decay_per_minute",
        "timer_on_max": "timer_on_max",
        "overtime_penalty_per_minute": "overtime_penalty_per_minute",
    },
    "victory_bonus": {"base": "victory_base", "weights": "victory_weights"},
}
"""The groups of the file, and the field of ScoringConfig for each name in them."""

FLAT = (
    "version",
    "event_points",
    "recycle_penalties",
    "deck_bonuses",
    "draw_bonuses",
    "difficulty_multipliers",
    "strict_late_penalty",
    "quality",
    "draw_unit",
    "warnings",
    "min_score",
)
"""The names of the file that are fields of ScoringConfig as they are."""

WHOLE_FILE = "JSON"
LONGEST_FACT = 120


class ScoringConfigLoader:
    """Reads scoring figures; every key is optional, no key is ignored."""

    DEFAULT_PATH = Path(str(files("solitario") / "config" / "scoring_config.json"))

    @classmethod
    def load(cls, path: Path | str | None = None) -> ScoringConfig:
        """The figures in the file at ``path``, or those of the package; the defaults when there is no such file.

        InvalidScoringConfigFileError, a ValueError, names the file, the key and the reason.
        """
        place = Path(path or cls.DEFAULT_PATH)
        try:
            data = strict_json.loads(read_plain(place, strict_json.MAX_BYTES))
            return cls._parse_and_validate(data)
        except FileNotFoundError:
            return cls.fallback_default()
        except strict_json.InvalidJsonError as error:
            raise _refused(place, WHOLE_FILE, UNUSABLE, detail=error) from error
        except OSError as error:
            reason = sentence("it cannot be read: {detail}")
            raise _refused(place, WHOLE_FILE, reason, detail=detail_of(error)) from error
        except InvalidScoringConfigError as error:
            facts = {name: _short(fact) for name, fact in error.facts.items()}
            raise InvalidScoringConfigFileError(**{"file": place.name, **facts}) from error

    @classmethod
    def fallback_default(cls) -> ScoringConfig:
        """The figures that are written in the program itself; the file in the package says the same."""
        return ScoringConfig()

    @classmethod
    def _parse_and_validate(cls, data: Any) -> ScoringConfig:
        """The figures of ``data``; ScoringConfig checks each of them, this only finds them."""
        fields: dict[str, Any] = {}
        for name, value in _table(WHOLE_FILE, data).items():
            if name in NESTED:
                fields.update(_group(name, value))
            elif name in FLAT:
                fields[name] = value
            else:
                raise InvalidScoringConfigError(key=name, reason=sentence("this name is unknown"))
        return ScoringConfig(**fields)


def _group(name: str, value: Any) -> dict[str, Any]:
    """The fields of one group of the file."""
    known = NESTED[name]
    table = _table(name, value)
    for inner in table:
        if inner not in known:
            raise InvalidScoringConfigError(key=f"{name}.{inner}", reason=sentence("this name is unknown"))
    return {known[inner]: item for inner, item in table.items()}


def _table(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        reason = sentence("{value!r} is not a table of names and figures")
        raise InvalidScoringConfigError(key=key, reason=reason, value=value)
    return value


def _short(fact: Any) -> Any:
    """``fact`` as it may stand in a message, whatever a file holds."""
    if isinstance(fact, str):
        return fact if fact.isprintable() and len(fact) <= LONGEST_FACT else shown(fact)
    return fact if len(repr(fact)) <= LONGEST_FACT else shown(fact)


def _refused(place: Path, key: str, reason: str, **facts: Any) -> InvalidScoringConfigFileError:
    return InvalidScoringConfigFileError(file=place.name, key=key, reason=reason, **facts)
