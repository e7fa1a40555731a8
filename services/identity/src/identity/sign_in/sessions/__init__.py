"""Sessions and their refresh tokens."""
