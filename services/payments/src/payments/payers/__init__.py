"""Copies of the profiles that pay."""
