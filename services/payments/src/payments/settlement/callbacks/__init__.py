"""Callbacks of the provider."""
