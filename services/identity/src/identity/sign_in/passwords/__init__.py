"""Keeping, judging and replacing passwords."""
