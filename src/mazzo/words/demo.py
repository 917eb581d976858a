"""What is said before and after the match of the demo."""

from __future__ import annotations

from kernelkit.spoken import sentence

OPENING = sentence("You play {yours}, the enemy {enemys}. Rules: {rules}.")
IS_OVER = sentence("The match is over.")
