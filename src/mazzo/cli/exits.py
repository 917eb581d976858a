"""Exit codes of the ``mazzo`` command, the same for every subcommand, and which error ends with which."""

REFUSED = 1
"""The answer is no: an illegal move, a replay that does not match."""
USAGE = 2
BAD_DATA = 65
NO_INPUT = 66
IO_ERROR = 74
BUSY = 75
INTERRUPTED = 130

CODES = {
    # Everything that Mazzo refuses, unless one of its kinds below says otherwise; the games' errors are of data.
    "MazzoError": REFUSED,
    # The store, the folders and the files of decks.
    "StorageError": IO_ERROR,
    "StoreBusyError": BUSY,
    "NewerStoreError": BAD_DATA,
    "ForeignStoreError": BAD_DATA,
    "SpecialStoreError": BAD_DATA,
    "DamagedStoreError": BAD_DATA,
    "UnsoundCopyError": BAD_DATA,
    "UnreadExportError": BAD_DATA,
    "OtherHistoryError": REFUSED,
    "StreamMovedError": BUSY,
    "InvalidEventError": BAD_DATA,
    "FolderError": IO_ERROR,
    "DeckFileError": IO_ERROR,
    # Files that are named on the command line.
    "InputError": NO_INPUT,
    "GarbledInputError": BAD_DATA,
    "OutputError": IO_ERROR,
    "FileThereError": REFUSED,
    "FolderOutputError": USAGE,
    "NoFileNameError": USAGE,
    # What was typed.
    "CardListError": BAD_DATA,
    "TwoLooksError": USAGE,
    "NoHandError": USAGE,
    "UnknownPlayerError": USAGE,
    "UnknownLevelError": USAGE,
    "TimedLevelError": USAGE,
    "UnknownGameError": NO_INPUT,
    "NoSuchPuzzleError": NO_INPUT,
    "UnreadPuzzleError": BAD_DATA,
    "DoubtfulCardError": BAD_DATA,
    "SettledGameError": USAGE,
    "InvalidChallengeError": BAD_DATA,
    "SettledChallengeError": USAGE,
    "HypothesesError": USAGE,
    "ErrorRateError": USAGE,
    "LabDeckError": BAD_DATA,
    "FewDecksError": USAGE,
    "DeckNumberError": USAGE,
    "SmallCollectionError": BAD_DATA,
    "UnknownSchemaError": USAGE,
    # Records that are not true.
    "UntrueGameError": BAD_DATA,
    "SameMatchError": 0,
    # Long runs.
    "ResultsFileError": IO_ERROR,
    "OtherRunError": BAD_DATA,
    "OtherEngineError": BAD_DATA,
    "ClusterError": BUSY,
    "NoClusterError": USAGE,
    "OtherClusterError": BAD_DATA,
    "LostWorkerError": BUSY,
    "BrokenGameError": IO_ERROR,
    "UnknownCampaignError": USAGE,
    "NoSourceError": NO_INPUT,
    # Solitario's files and players.
    "RecordsError": BAD_DATA,
    "RecordsAccessError": IO_ERROR,
    "RecordsBusyError": BUSY,
    "ProfileError": REFUSED,
}
"""The code of each class of errors by its name: classes are imported when they are raised, and not to look this up."""


def exit_code(error: BaseException, otherwise: int = BAD_DATA) -> int:
    """The code that ``error`` ends a command with: that of its own class, or of the nearest above it."""
    return next((CODES[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in CODES), otherwise)
