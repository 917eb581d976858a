"""How devices of the network reach this machine, and the square they scan."""

from __future__ import annotations

import io
import socket

import segno

NOWHERE = ("192.0.2.1", 9)
"""An address kept for documents: to ask by which way one would go there sends nothing."""


def network_address() -> str | None:
    """The address of this machine on its network; None when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(NOWHERE)
        except OSError:
            return None
        found: str = asked.getsockname()[0]
    return None if found.startswith("127.") or found == "0.0.0.0" else found  # noqa: S104 - compared, not bound


def machine_names() -> frozenset[str]:
    """The names by which devices of the network may call this machine."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})


def square_lines(address: str) -> list[str]:
    """The address as a QR code in blocks of text, for a dark terminal."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().splitlines()


def square_svg(address: str) -> str:
    """The address as a QR code for a page."""
    return segno.make(address, error="m", micro=False).svg_inline(scale=5, border=4, omitsize=True, light="#fff")
