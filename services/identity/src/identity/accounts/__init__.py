"""Accounts of people: what they hold, and what their owners do with them."""
