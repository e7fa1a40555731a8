"""One-time codes."""
