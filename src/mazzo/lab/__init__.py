"""The lab: players against players over many games, with the statistics that say what the games show.

Nothing here reads a terminal or prints; ``mazzo.cli.lab`` and ``tools/strength.py`` do.
"""
