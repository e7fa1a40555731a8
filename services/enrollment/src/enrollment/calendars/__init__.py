"""Calendars of candidates, by a secret link."""
