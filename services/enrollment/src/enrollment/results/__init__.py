"""Assessments, scores, and who has passed a batch."""
