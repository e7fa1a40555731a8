"""Proofs of work: what an attempt costs while somebody guesses."""
