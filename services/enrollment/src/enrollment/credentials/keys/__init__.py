"""The keys that sign credentials."""
