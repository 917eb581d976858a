"""What is said while the rules are compiled."""

from __future__ import annotations

from kernelkit.spoken import sentence

COMPILING = sentence("Compiling the engine, once (some ten seconds)")
COMPILING_NOW = sentence("Compiling the engine, once: {done} of {of}")
COMPILED = sentence("The engine is compiled, in {seconds} seconds.")
