"""Calendars: the sessions of some days, files of batches, and feeds by a secret link."""
