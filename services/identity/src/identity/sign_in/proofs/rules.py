"""Cost and lifetime of a proof of work."""

LIFETIME_SECONDS = 300
ITERATIONS = 5_000
"""Iterations of one derivation: about 2.5 ms on a laptop, 2 to 7 ms on a phone."""
DERIVATIONS_PER_FAILURE = 8
MIN_DERIVATIONS, MAX_DERIVATIONS = 80, 320
"""How many are needed at most; at least half of them are."""
