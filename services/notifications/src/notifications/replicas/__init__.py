"""Copies of other services' state: people and their profiles, enrollments and their charges."""
