"""Cost and lifetime of a proof of work."""

LIFETIME_SECONDS = 300
ITERATIONS = 5_000
"""Iterations per derivation: about 2.5 ms on a laptop, 2 to 7 ms on a phone."""
DERIVATIONS_PER_FAILURE = 8
MIN_DERIVATIONS, MAX_DERIVATIONS = 80, 320
"""Bounds of the maximum number of derivations; at least half of it is always required."""
