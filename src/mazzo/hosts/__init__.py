"""Whole games with everything they need around them, ready for any edge."""
