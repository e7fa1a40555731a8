"""Notifications about appeals against results."""
