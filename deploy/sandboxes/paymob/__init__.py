"""A stand-in for the card payment provider: the same protocol, no money."""
