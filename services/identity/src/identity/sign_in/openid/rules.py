"""How long connecting an account may take."""

from datetime import timedelta

LINK_LIFETIME = timedelta(minutes=15)
