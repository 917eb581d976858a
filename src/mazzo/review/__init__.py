"""Saved games, looked at again: found true, and asked what they say."""
