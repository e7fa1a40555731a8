"""Trainers: who can be given a batch, and the batches and sessions that one gives."""
