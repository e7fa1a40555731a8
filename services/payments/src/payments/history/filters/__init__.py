"""Conditions and sums of the list of payments."""
