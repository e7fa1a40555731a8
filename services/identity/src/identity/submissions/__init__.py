"""Asking for approval again."""
