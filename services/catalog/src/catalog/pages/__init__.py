"""Content pages of the public site, written by admins in blocks."""
