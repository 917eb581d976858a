"""What is offered to whoever types ``mazzo`` alone."""

from __future__ import annotations

from kernelkit.spoken import sentence

WELCOME = sentence("Mazzo: a card table that explains itself.")
YOUR_CHOICE = sentence("Your choice, 1 to {count}, or q to leave")
NO_SUCH_CHOICE = sentence("There is no choice {asked!r}: type a number from 1 to {count}, or q to leave.")
WHICH_CARD = sentence("Name of the card, or its number such as 004")
MENU_HERE = sentence("To choose in this terminal instead: mazzo --plain")
OPEN_ALREADY = sentence("The web table is open already at {address}")
CHOICES = (
    ("coach", sentence("Be coached in a match of Queen's Blood, as it is played on the console.")),
    ("coach --sample", sentence("Be coached in a sample match, without entering a deck.")),
    ("play", sentence("Play a match of Queen's Blood against the computer.")),
    ("puzzle", sentence("Solve a puzzle: your cards must win, and the enemy does not move.")),
    ("demo", sentence("Watch a match of Queen's Blood, told move by move.")),
    ("solitario", sentence("Play Solitario, a solitaire for the ear.")),
    ("qb card", sentence("Look up a card of Queen's Blood.")),
    ("serve --open", sentence("Open the same table in a browser.")),
)
"""Each command, and what it is for."""
