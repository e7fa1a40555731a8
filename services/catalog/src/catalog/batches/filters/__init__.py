"""Filters of the catalogue."""
