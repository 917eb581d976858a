"""Games between players who each see only their own side."""
