"""Verifying the own address with a code that was sent to it."""
