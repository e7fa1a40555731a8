"""Seats, enrollments, waiting lists and certificates."""
