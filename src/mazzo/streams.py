"""The streams of the journal that hold no game: what is kept from game to game, one stream for each kind."""

DECKS = "kept/decks"
OPPONENTS = "kept/opponents"
NAMES = "kept/names"
SETTINGS = "kept/settings"
PROFILES = "kept/profiles"
SCORES = "kept/scores"
