"""The content pages of the public site, which admins write in blocks."""
