"""Bank statements."""
