"""Admitting people by identity."""
