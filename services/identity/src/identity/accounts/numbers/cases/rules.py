"""Limits of a case."""

MAX_DOCUMENTS = 5
"""That one person hands in for one case."""
