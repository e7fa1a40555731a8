"""Trainings with the batches that one can enroll in: what the public is offered."""
