"""Users' channels by subject, and quiet hours."""
