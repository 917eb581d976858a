"""Typed lines become calls of use cases, for the coach and for play alike."""
