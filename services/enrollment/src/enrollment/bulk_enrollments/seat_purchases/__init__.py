"""Seats bought without names."""
