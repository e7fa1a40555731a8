"""Attempts to send webhooks."""
