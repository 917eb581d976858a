"""The game and its score: pure values and rules. No file, no clock, no chance that is not handed in."""
