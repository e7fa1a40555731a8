"""Appeals of candidates against their results."""
