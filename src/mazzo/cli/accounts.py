"""``mazzo accounts``: who may sign in at a shared table, which is served by ``mazzo serve --accounts``."""

from __future__ import annotations

import click

from kernelkit.spoken import catalogue
from mazzo.bootstrap import kept_store
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import spoken
from mazzo.cli.serve import NoWebError
from mazzo.words.serving import ACCOUNT_CLOSED, INVITED, NO_ACCOUNTS, NOT_JOINED


@click.group("accounts")
def accounts_group() -> None:
    """Who may sign in at a shared table (mazzo serve --accounts)."""


@accounts_group.command("invite")
@click.argument("name")
@LANG_OPTION
@spoken
def invite_command(name: str, language: str, as_json: bool) -> None:  # noqa: ARG001 - nothing to print
    """Give NAME a code to choose a password with; also who forgot it is invited again."""
    try:
        from mazzo.web.accounts import Accounts
    except ImportError as error:
        raise NoWebError(detail=str(error)) from error
    with kept_store() as store:
        code = Accounts(store).invite(name)
    grouped = f"{code[:4]} {code[4:8]} {code[8:]}"
    click.echo(catalogue("mazzo", language).gettext(INVITED).format(name=" ".join(name.split()), code=grouped))


@accounts_group.command("list")
@LANG_OPTION
@spoken
def list_command(language: str, as_json: bool) -> None:  # noqa: ARG001 - nothing to print
    """Name everybody who may sign in."""
    try:
        from mazzo.web.accounts import Accounts
    except ImportError as error:
        raise NoWebError(detail=str(error)) from error
    words = catalogue("mazzo", language)
    with kept_store() as store:
        every = Accounts(store).every()
    for one in every:
        click.echo(one.name if one.password else words.gettext(NOT_JOINED).format(name=one.name))
    if not every:
        click.echo(words.gettext(NO_ACCOUNTS))


@accounts_group.command("close")
@click.argument("name")
@LANG_OPTION
@spoken
def close_command(name: str, language: str, as_json: bool) -> None:  # noqa: ARG001 - nothing to print
    """Let NAME in no longer, from this moment on; the games are kept."""
    try:
        from mazzo.web.accounts import Accounts
        from mazzo.web.sessions import Sessions
    except ImportError as error:
        raise NoWebError(detail=str(error)) from error
    with kept_store() as store:
        closed, sessions = Accounts(store).close(name), Sessions(store)
        for session in sessions.of(closed.id):
            sessions.end(session.mark)
    click.echo(catalogue("mazzo", language).gettext(ACCOUNT_CLOSED).format(name=closed.name))
