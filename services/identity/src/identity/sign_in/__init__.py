"""Signing in, and what keeps others from it."""
