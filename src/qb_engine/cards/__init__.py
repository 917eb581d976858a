"""Cards as people handle them: checked data, names as typed, deck codes, odds and the decks to begin with."""
