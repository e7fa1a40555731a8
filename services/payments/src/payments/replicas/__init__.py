"""Copies of other services' state: profiles and registration fees."""
