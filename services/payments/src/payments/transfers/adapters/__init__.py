"""Formats of banks' statements and references."""
