"""Batches that get other times or another place."""
