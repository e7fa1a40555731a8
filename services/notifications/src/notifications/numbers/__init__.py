"""Notifications about the cases of identity numbers."""
