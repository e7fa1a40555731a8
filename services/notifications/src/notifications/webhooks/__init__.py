"""Webhooks of API clients, by Standard Webhooks."""
