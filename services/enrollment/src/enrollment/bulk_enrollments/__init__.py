"""Bulk enrollments: an organization enrolls many people at once, by file or API."""
