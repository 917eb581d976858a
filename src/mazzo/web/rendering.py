"""Values into pages: the templates, in the language of the visitor."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kernelkit.spoken import SpokenError, catalogue
from mazzo.web.choices import COOKIE, Choices
from mazzo.web.statics import address
from mazzo.words.remedies import seen_from
from mazzo.words.table import Words
from qb_engine.card_hydrator import shipped
from qb_engine.moves import Seat
from qb_engine.words.voice import Voice, capitalised

FRAGMENT = "hx-request"
"""The header of a request that wants a part of a page."""


@cache
def environment() -> Environment:
    """The templates, compiled once; a name that nobody gave is an error, and every text is escaped."""
    made = Environment(
        loader=PackageLoader("mazzo.web"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["address"] = address
    made.globals["card_names"] = lambda: sorted(card.name for card in shipped().cards if not card.is_token)
    return made


def choices_of(request: Request) -> Choices:
    """What this visitor chose."""
    return Choices.read(request.cookies.get(COOKIE, ""), request.headers.get("accept-language", ""))


def words_of(request: Request, seat: Seat = "left") -> Words:
    """The table's words for this visitor, from where they sit: a page is also heard, so tiles have their full names."""
    return Words(Voice(choices_of(request).language, aloud=True, seat=seat))


def text(template: str, choices: Choices, **values: Any) -> str:
    """A template as text, in the visitor's language."""
    spoken = catalogue("mazzo", choices.language)

    def say(key: str, **facts: Any) -> str:
        return spoken.gettext(key).format(**facts)

    def count(one: str, many: str, number: int, **facts: Any) -> str:
        return spoken.ngettext(one, many, number).format(n=number, **facts)

    return environment().get_template(template).render(_=say, ngettext=count, choices=choices, **values)


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A whole page; ``room`` is which entry of the menu it belongs to."""
    values.setdefault("room", "")
    return HTMLResponse(text(template, choices_of(request), path=request.url.path, **values), status)


def answer(request: Request, template: str, place: str, **values: Any) -> Response:
    """After something was done: the part of the page that changed, or the whole page again at ``place``."""
    if FRAGMENT in request.headers:
        return HTMLResponse(text(template, choices_of(request), **values))
    return RedirectResponse(place, 303)


def refusal(request: Request, error: SpokenError, seat: Seat = "left") -> str:
    """Why something was not done, in the visitor's language, its tiles as they see them."""
    return f"{capitalised(seen_from(error, seat).message(choices_of(request).language))}."
