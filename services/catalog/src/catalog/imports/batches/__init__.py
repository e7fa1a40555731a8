"""Batches as rows of a file."""
