"""Ceremonies: sign-ins and registrations that take several requests."""
