"""Decks as they are typed, kept and found again."""
