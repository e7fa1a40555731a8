"""People, organizations, sessions and permissions."""
