"""Webhooks: what partners' programs are sent of what happens, by Standard Webhooks."""
