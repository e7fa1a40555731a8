"""Replacing a forgotten password."""
