"""Notifications about disputes over identity numbers."""
