"""Delivery attempts of webhooks."""
