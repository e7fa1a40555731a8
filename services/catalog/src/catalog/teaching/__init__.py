"""Trainers: candidates for a batch, and a trainer's own batches and sessions."""
