"""Announcements, written by admins and published on approval."""
