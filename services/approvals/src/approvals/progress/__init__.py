"""Approval progress as applicants see it."""
