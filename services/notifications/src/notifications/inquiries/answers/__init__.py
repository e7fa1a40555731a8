"""Answers, notes and assignments of inquiries."""
