"""Positions to be won in which the enemy does not move: solved, graded, made, and a collection that ships."""
