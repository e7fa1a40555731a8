"""Public keys and recent revocations: what every service verifies tokens with."""
