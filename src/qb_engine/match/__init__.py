"""The match mirrored from the console: an append-only log, its state, repairs and what it says about the rules."""
