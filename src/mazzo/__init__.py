"""Where both games are played: the command line, storage and speech around the two libraries."""

__version__ = "0.1.0"
