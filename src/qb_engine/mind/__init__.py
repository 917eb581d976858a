"""The mind: a small net that has learned from games what a position is worth, and how it is trained."""
