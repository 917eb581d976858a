"""A real disk that is small: a memory file system of a size that a campaign chooses, and fills, and widens.

Mounting needs a namespace of one's own: a campaign starts itself again inside one (``in_own_namespace``), so that what
it mounts is gone with it, however it ends. Where the system refuses that, a limit on the size of every file stands in.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from contextlib import contextmanager, suppress

INSIDE = "MAZZO_SMALL_DISKS"


def in_own_namespace(*command):
    """``command`` of this Python with a namespace for mounts; its result, text captured."""
    prefix = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    if not _works(*prefix, "true"):
        prefix = []
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


class LimitedFolder:
    """The same where nothing can be mounted: no file may grow beyond so many KiB."""

    def __init__(self, folder, kib):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._before = resource.getrlimit(resource.RLIMIT_FSIZE)
        self.resize(kib)

    def resize(self, kib):
        self._kib = kib
        resource.setrlimit(resource.RLIMIT_FSIZE, (kib * 1024, self._before[1]))

    def fill(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, self._before[1]))

    def empty(self):
        self.resize(self._kib)

    def unmount(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, self._before)


@contextmanager
def small_disk(folder, kib):
    try:
        disk = SmallDisk(folder, kib)
    except (OSError, subprocess.CalledProcessError):
        disk = LimitedFolder(folder, kib)
    try:
        yield disk
    finally:
        disk.unmount()


def _works(*command):
    try:
        _run(*command)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _run(*command):
    subprocess.run(command, check=True, capture_output=True)
