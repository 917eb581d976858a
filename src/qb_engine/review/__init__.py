"""A finished game looked at again: what each move lost, what was luck, what to learn."""
