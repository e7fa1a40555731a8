"""Bulk enrollments: many people enrolled by an organization at once, from a file or by the API."""
