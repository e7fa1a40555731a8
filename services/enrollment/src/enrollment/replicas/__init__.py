"""Copies of other services' state: batches, candidates, organizations and charges."""
