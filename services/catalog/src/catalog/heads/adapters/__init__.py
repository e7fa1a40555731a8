"""Formats that search engines read."""
