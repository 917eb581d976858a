"""The coach at a live match: typed values in, typed values out."""
