"""Trainings as rows of a file."""
