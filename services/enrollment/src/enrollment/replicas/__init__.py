"""Copies of other services' state: batches, candidates and charges."""
