"""Attempts to pay a charge at the provider."""
