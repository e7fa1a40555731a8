"""Copies of what other services own."""
