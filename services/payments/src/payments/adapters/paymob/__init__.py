"""Paymob, the card payment provider."""
