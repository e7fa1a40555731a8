"""Payments of a charge: attempts at the provider, transfers, and payments on account."""
