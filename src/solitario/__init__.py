"""Solitaire as a library, built for the ear first: the game, its scoring system v2.0, its words and its memory."""
