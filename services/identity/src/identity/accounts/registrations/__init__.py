"""Signing up, and the fee that opens a profile."""
