"""``python -m mazzo`` is the ``mazzo`` command."""

from mazzo.cli import main

main()
