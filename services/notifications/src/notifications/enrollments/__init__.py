"""Notifications about enrollments."""
