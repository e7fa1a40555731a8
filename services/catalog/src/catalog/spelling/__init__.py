"""Spelling suggestions for searches without results."""
