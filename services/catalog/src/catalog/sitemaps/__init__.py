"""Sitemaps and robots.txt for search engines."""
