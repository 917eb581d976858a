"""Moves, tiles and positions as text: one spelling each, read back strictly."""
