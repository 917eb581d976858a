"""A real disk that is small: a memory file system of a size that a campaign chooses, and fills, and widens.

Mounting needs a namespace of one's own: a campaign starts itself again inside one (``in_own_namespace``), so that what
it mounts is gone with it, however it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager, suppress

INSIDE = "MAZZO_SMALL_DISKS"


def in_own_namespace(*command):
    """``command`` of this Python with a namespace for mounts; its result, text captured."""
    prefix = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    return subprocess.run(
        [*prefix, sys.executable, *map(str, command)],
        capture_output=True,
        text=True,
        env={**os.environ, INSIDE: "1"},
        check=False,
    )


class SmallDisk:
    """A mounted disk of so many KiB."""

    def __init__(self, folder, kib):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._ballast = folder / "ballast"
        _run("mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(folder))

    def resize(self, kib):
        _run("mount", "-o", f"remount,size={kib}k", str(self.folder))

    def fill(self):
        """Leave no room at all."""
        descriptor = os.open(self._ballast, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            for chunk in (4096, 1):
                with suppress(OSError):
                    while os.write(descriptor, bytes(chunk)):
                        pass
        finally:
            os.close(descriptor)

    def empty(self):
        """Give the room back."""
        self._ballast.unlink(missing_ok=True)

    def unmount(self):
        _run("umount", "-l", str(self.folder))


@contextmanager
def small_disk(folder, kib):
    disk = SmallDisk(folder, kib)
    try:
        yield disk
    finally:
        disk.unmount()


def _run(*command):
    subprocess.run(command, check=True, capture_output=True)
