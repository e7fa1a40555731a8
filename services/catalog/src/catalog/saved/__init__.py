"""Saved batches of candidates."""
