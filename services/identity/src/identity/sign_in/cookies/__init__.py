"""The cookies of signing in."""
