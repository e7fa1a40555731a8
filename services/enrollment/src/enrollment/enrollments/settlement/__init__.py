"""Answering the charges of enrollments."""
