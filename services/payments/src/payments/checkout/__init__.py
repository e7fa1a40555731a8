"""Paying: the provider's page opens, and the browser comes back from it."""
