"""Answers, notes and assignments."""
