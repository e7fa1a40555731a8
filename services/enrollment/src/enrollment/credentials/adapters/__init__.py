"""Formats of W3C and 1EdTech that credentials are published in."""
