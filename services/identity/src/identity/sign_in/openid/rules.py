"""Lifetime of an unfinished connection to an OpenID account."""

from datetime import timedelta

LINK_LIFETIME = timedelta(minutes=15)
