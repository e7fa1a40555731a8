"""Overlapping sessions of the same trainer or venue."""
