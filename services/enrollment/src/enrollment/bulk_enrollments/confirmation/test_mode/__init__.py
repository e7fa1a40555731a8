"""What test clients send."""
