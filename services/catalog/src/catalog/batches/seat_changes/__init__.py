"""Batches whose seats have changed lately."""
