"""Batches whose seats changed recently."""
