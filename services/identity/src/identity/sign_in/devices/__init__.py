"""Trusted devices: browsers in which a user has signed in before."""
