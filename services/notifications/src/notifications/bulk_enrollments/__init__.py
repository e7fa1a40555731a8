"""Notifications about bulk enrollments."""
