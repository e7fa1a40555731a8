"""The second step of signing in."""
