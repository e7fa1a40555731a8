"""How much a case may hold."""

MAX_DOCUMENTS = 5
"""That one person hands in for one case."""
