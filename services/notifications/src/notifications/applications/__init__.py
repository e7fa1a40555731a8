"""Notifications about applications to announcements."""
