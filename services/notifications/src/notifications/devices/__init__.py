"""Browsers that take push messages."""
