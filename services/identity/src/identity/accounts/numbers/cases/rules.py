MAX_DOCUMENTS = 5
"""Documents of one party in one case."""
