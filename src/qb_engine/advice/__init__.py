"""Advice as values: evaluation, reasons, standing, threats, ranking and the opening exchange."""
