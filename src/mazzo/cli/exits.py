"""Exit codes of the ``mazzo`` command, the same for every subcommand."""

REFUSED = 1
"""The answer is no: an illegal move, a replay that does not match."""
USAGE = 2
BAD_DATA = 65
NO_INPUT = 66
IO_ERROR = 74
BUSY = 75
INTERRUPTED = 130
