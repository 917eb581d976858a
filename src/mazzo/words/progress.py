"""What is said while somebody waits: for games, for a review, for the compiler."""

from __future__ import annotations

from kernelkit.spoken import sentence

GAMES_LEFT = sentence("{done} of {of} games played, about {left} left.")
GAMES_LEFT_AT_MOST = sentence("{done} of {of} games played, at most {left} left.")
DEALS_LEFT = sentence("{done} of {of} deals decided, about {left} left.")
LINES_LEFT = sentence("{done} of {of} lines played again, about {left} left.")
SWAP_GAMES_LEFT = sentence("Testing swaps: {done} of at most {of} games played, at most {left} left.")
ROUNDS_LEFT = sentence("{done} of at most {of} rounds done, at most {left} left.")
MOVES_LEFT = sentence("{done} of {of} moves reviewed, about {left} left.")
STOPPED = sentence("Interrupted. This is the result of what was played.")
STOPPED_DECIDING = sentence("Interrupted. This is the result of the deals that were decided.")
RESUMED = sentence("{games} games were kept in {file} before; the run goes on after them.")
PACE = sentence("{games} games in {seconds} s: {plies} turns a second.")
BY_THE_CLOCK = sentence("A player thinks by the clock, so the same command may give another result next time.")

COMPILING = sentence("Compiling the engine, once (some ten seconds)")
COMPILING_NOW = sentence("Compiling the engine, once: {done} of {of}")
COMPILING_SOLVER = sentence("Compiling the solver of Solitario, once (some seconds)")
COMPILED = sentence("The engine is compiled, in {seconds} seconds.")
