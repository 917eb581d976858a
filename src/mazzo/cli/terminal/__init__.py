"""The terminal: keys, lines, and the one loop that talks to it."""
