"""Live stream of a user's notifications."""
