"""What is said before a command looks with the learned net: that it cannot, or learned under other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mazzo.words.remedies import told

if TYPE_CHECKING:
    from qb_engine.ruleset import Ruleset


def tell_of_the_net(ruleset: Ruleset, language: str) -> None:
    """Say it on stderr; nothing where the net was trained under just these rules."""
    from qb_engine.mind.net import trouble_with

    trouble = trouble_with(ruleset)
    if trouble is not None:
        click.echo(told(trouble, language), err=True)
