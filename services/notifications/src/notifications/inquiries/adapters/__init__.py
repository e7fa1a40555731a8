"""Formats of incoming messages."""
