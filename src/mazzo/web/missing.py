"""Pages that say why there is nothing to see."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kernelkit.spoken import catalogue
from mazzo.web.rendering import choices_of, page
from mazzo.words.pages import FAULT, FAULT_KEPT, NOT_HERE, NOTHING, REFUSED


def missing(request: Request) -> Response:
    """Nothing lies at this address."""
    words = catalogue("mazzo", choices_of(request).language)
    return page(request, "error.html", 404, title=words.gettext(NOTHING), reason=words.gettext(NOT_HERE))


def refused(request: Request, reason: str, status: int = 422) -> Response:
    """A request that cannot be taken as it is."""
    words = catalogue("mazzo", choices_of(request).language)
    return page(request, "error.html", status, title=words.gettext(REFUSED), reason=reason)


def fault(request: Request, number: str) -> Response:
    """A fault of ours: outside only its number, the rest is in the log."""
    words = catalogue("mazzo", choices_of(request).language)
    reason = words.gettext(FAULT_KEPT).format(number=number)
    return page(request, "error.html", 500, title=words.gettext(FAULT), reason=reason)
