"""Sandbox of the card payment provider: the same protocol, no money."""
