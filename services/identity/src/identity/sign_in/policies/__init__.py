"""What the platform asks of those who sign in."""
