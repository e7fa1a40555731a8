"""Timeline of a charge's events."""
