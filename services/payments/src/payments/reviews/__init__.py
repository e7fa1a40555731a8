"""Decisions about received money that does not match its charge."""
