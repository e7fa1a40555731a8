"""Stored pictures, given out by addresses that nobody can guess."""
