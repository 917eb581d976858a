"""Playing a game: the engine that keeps it, the controller that answers keys, and what they need handed in."""
