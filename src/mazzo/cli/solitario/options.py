"""What the Solitario commands share: options of the table, and errors that end in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from kernelkit.spoken import SpokenError
from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.spoken_choice import DECK_CHOICE, EMPTY_CHOICE, KIND_CHOICE, RECYCLE_CHOICE, TIMER_MODE_CHOICE
from mazzo.storage.files_in import existing
from solitario.application.deal_choice import known_deal
from solitario.domain.deals import LAST_DEAL
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.settings import LEVELS, TIMER_MINUTES, GameSettings
from solitario.errors import LockedSettingError
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader

F = TypeVar("F", bound=Callable[..., Any])

_TABLE = (
    click.option("--deal", type=click.IntRange(1, LAST_DEAL), help="Number of the deal; a fresh one otherwise."),
    click.option("--pick", type=KIND_CHOICE, help="Kind of the deal; the daily one is the same for everybody."),
    click.option("--deck", type=DECK_CHOICE, help="Deck."),
    click.option("--level", type=click.Choice([str(level) for level in LEVELS]), help="Level, 1 easiest."),
    click.option("--draw", type=click.Choice(["1", "2", "3"]), help="Cards a draw turns; the level's otherwise."),
    click.option("--timer", type=click.Choice([str(minutes) for minutes in TIMER_MINUTES]), help="Minutes; 0 is off."),
    click.option(
        "--timer-mode",
        type=TIMER_MODE_CHOICE,
        help="At the limit the game ends, strict, or each minute costs points, permissive.",
    ),
    click.option("--recycle", type=RECYCLE_CHOICE, help="How the waste comes back."),
    click.option("--empty", type=EMPTY_CHOICE, help="What an empty pile takes; any card is easier."),
    click.option("--scoring-config", type=click.Path(path_type=Path), help="Score by the figures of this file."),
)


def table_options(command: F) -> F:
    """``command`` with the options that describe a table."""
    for option in reversed(_TABLE):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of the table as they were typed; None where nothing was."""

    deal: int | None = None
    pick: str | None = None
    deck: str | None = None
    level: str | None = None
    draw: str | None = None
    timer: str | None = None
    timer_mode: str | None = None
    recycle: str | None = None
    empty: str | None = None
    scoring_config: Path | None = None

    @property
    def changes(self) -> list[tuple[str, Any]]:
        """Options and values in the order in which they must be set: the level first, since it brings others."""
        mode = None if self.timer_mode is None else self.timer_mode.upper()
        numbers = [("level", self.level), ("draw_count", self.draw), ("timer_minutes", self.timer)]
        chosen: list[tuple[str, Any]] = [(name, None if text is None else int(text)) for name, text in numbers]
        chosen += [
            ("timer_mode", mode),
            ("recycle_mode", self.recycle),
            ("empty_piles", self.empty),
            ("deck_type", self.deck),
        ]
        return [(name, value) for name, value in chosen if value is not None]

    @property
    def asks_for_a_game(self) -> bool:
        """Whether a particular game is wanted."""
        return self.deal is not None or self.pick is not None or bool(self.changes)

    def deal_number(self, settings: GameSettings, picked: Callable[[str, GameSettings], int | None]) -> int | None:
        """The number of the deal that was asked for, None for any; TwoLooksError, and InvalidDealError for no such."""
        if self.pick is None:
            return self.deal
        if self.deal is not None:
            from mazzo.cli.options import TwoLooksError

            raise TwoLooksError(options="--deal, --pick")
        return known_deal(self.pick, picked(self.pick, settings))

    def applied_to(self, settings: GameSettings) -> GameSettings:
        """``settings`` with every option that was typed; LockedSettingError where the level fixes one."""
        for option, value in self.changes:
            settings = settings.with_option(option, value)
        return settings


def figures(file: Path | None) -> ScoringConfig:
    """The scoring figures in ``file``, those of the package without one; a file asked for by name must be there."""
    return ScoringConfigLoader.load(None if file is None else existing(file))


@contextmanager
def failing_in_words(language: str) -> Iterator[None]:
    """Turn an error of ours into its sentence and its exit code; an interruption has a code of its own."""
    try:
        yield
    except LockedSettingError as error:
        from mazzo.cli.exits import exit_code
        from mazzo.cli.refusals import refuse_in_words
        from solitario.presentation.voice import Voice
        from solitario.presentation.words_managing import option_locked

        refuse_in_words(option_locked(Voice(language), error.facts), exit_code(error), as_json=False)
    except SpokenError as error:
        from mazzo.cli.refusals import refuse  # brings the words of both games, which a good end does not need

        refuse(error, as_json=False, language=language)
    except KeyboardInterrupt as error:
        raise click.exceptions.Exit(INTERRUPTED) from error
