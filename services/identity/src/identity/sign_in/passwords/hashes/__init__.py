"""Passwords as they are stored."""
