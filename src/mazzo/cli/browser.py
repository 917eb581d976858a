"""Whether this machine has a browser that can be opened beside the terminal, and opening it."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import PurePath
from threading import Thread

IN_THE_TERMINAL = frozenset({"elinks", "links", "links2", "lynx", "w3m", "www-browser"})
"""Browsers that would take the terminal away from whoever typed the command."""
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
FAR = ("SSH_CONNECTION", "SSH_TTY")
"""Set for whoever is connected from elsewhere: the browser would open where nobody sits."""
NEEDED = ("fastapi", "uvicorn", "jinja2")


def has_web_table() -> bool:
    """Whether what the web table needs is installed."""
    return all(find_spec(name) is not None for name in NEEDED)


def has_browser(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> bool:
    """Whether a browser would show itself to whoever sits at this terminal."""
    settings = os.environ if environment is None else environment
    if any(settings.get(name) for name in FAR):
        return False
    if platform not in ("win32", "darwin") and not any(settings.get(name) for name in SCREENS):
        return False
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return False
    return PurePath(getattr(found, "name", "") or "").name not in IN_THE_TERMINAL


def open_page(address: str) -> None:
    """Open the browser at ``address``, in a thread of its own: some browsers come back only when they are closed."""
    Thread(target=webbrowser.open, args=(address,), name="mazzo browser", daemon=True).start()
