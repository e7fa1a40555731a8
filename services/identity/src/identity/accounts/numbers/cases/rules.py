"""Limit of documents in a case about an identity number."""

MAX_DOCUMENTS = 5
"""Documents of one party in one case."""
