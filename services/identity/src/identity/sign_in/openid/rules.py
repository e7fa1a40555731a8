"""Lifetime of a connection that is not finished."""

from datetime import timedelta

LINK_LIFETIME = timedelta(minutes=15)
