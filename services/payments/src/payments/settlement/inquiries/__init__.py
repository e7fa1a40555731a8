"""Inquiries at the provider."""
