"""Admins' list of failed deliveries, and the mail provider's reports."""
