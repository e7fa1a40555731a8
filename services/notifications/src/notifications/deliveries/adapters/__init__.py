"""Protocols and providers that take messages."""
