"""Puzzles at the table: one that is tried, those that are solved, and where the next one comes from."""
