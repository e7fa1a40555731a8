"""Sums of payments and refunds."""
