"""Batches that take place at the same time."""
