"""Signing secrets of webhooks."""
