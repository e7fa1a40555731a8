"""The roles of admins."""
