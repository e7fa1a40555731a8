"""Secrets that sign webhooks."""
