"""Deliveries: messages queued by channel until a provider accepts them."""
