"""The card payment provider."""
