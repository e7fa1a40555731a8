"""Lifetime of invitations."""

from datetime import timedelta

LIFETIME = timedelta(days=7)
