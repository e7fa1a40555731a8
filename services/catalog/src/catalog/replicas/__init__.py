"""Copies of other services' state: identity's organizations and trainers."""
