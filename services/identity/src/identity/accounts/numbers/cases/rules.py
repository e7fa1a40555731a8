"""Limits of a case."""

MAX_DOCUMENTS = 5
"""Documents of one person in one case."""
