"""The decks of a lab run: typed as a name, a code or a file, or those that come with the game in rotation."""

from __future__ import annotations

import os
from pathlib import Path

from kernelkit.spoken import SpokenError, sentence
from mazzo.cli.deck import found, typed_deck
from mazzo.errors import MazzoError, UnknownDeckError
from mazzo.storage.files_in import input_text
from qb_engine.cards.deck_code import parse_deck_code
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.errors import QueensBloodError
from qb_engine.ruleset import Ruleset


class LabDeckError(MazzoError):
    """What was typed for a deck is none that the rules take."""

    template = sentence(
        "{option} {asked}: {reason}. Nothing was played: put it right, or leave {option} out, and the decks that come "
        "with Mazzo are played"
    )


class NoLabDeckError(LabDeckError):
    """What was typed is neither a name nor a file nor a code."""

    template = sentence(
        "{option} {asked} is no deck: a name that mazzo deck list shows, a deck code or a file with fifteen cards is "
        "needed. As a name: {name_reason}. As a code: {code_reason}"
    )


def rotation_for(ruleset: Ruleset) -> tuple[tuple[str, ...], ...]:
    """The decks that come with the game; LabDeckError when the rules refuse one."""
    return tuple(_accepted("--rules", ruleset.name, deck.deck.card_ids, ruleset) for deck in starter_decks())


def lab_deck(option: str, asked: str | None, ruleset: Ruleset) -> tuple[str, ...] | None:
    """The deck that was typed for ``option``; None when nothing was."""
    if asked is None:
        return None
    file = Path(asked)
    if file.is_file() or os.sep in asked or file.suffix:
        return _accepted(option, file.name, _in_file(option, file), ruleset)
    return _accepted(option, asked, _named_or_coded(option, asked), ruleset)


def _named_or_coded(option: str, asked: str) -> tuple[str, ...]:
    try:
        return found(asked)[0].card_ids
    except UnknownDeckError as error:
        no_name: SpokenError = error
    try:
        return parse_deck_code(asked)
    except QueensBloodError as error:
        raise NoLabDeckError(option=option, asked=asked[:60], name_reason=no_name, code_reason=error) from error


def _in_file(option: str, file: Path) -> tuple[str, ...]:
    """A code, or cards by id or name: one a line, with commas between, or ids with spaces."""
    lines = [line.strip().rstrip(",") for line in input_text(file).splitlines() if line.strip()]
    if not lines:
        return ()
    words = lines[0].split() if len(lines) == 1 and "," not in lines[0] else [",".join(lines)]
    try:
        return typed_deck(tuple(words))
    except (MazzoError, QueensBloodError) as error:
        raise LabDeckError(option=option, asked=file.name, reason=error) from error


def _accepted(option: str, asked: str, card_ids: tuple[str, ...], ruleset: Ruleset) -> tuple[str, ...]:
    try:
        return Deck(card_ids, ruleset).card_ids
    except QueensBloodError as error:
        raise LabDeckError(option=option, asked=asked[:60], reason=error) from error
