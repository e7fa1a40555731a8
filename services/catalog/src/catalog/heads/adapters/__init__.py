"""Formats for search engines."""
