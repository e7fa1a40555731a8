"""Replicas of other services' data: batches, candidates, organizations and charges."""
