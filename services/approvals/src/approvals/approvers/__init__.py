"""Who can approve, and at which levels."""
