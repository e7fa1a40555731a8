"""Announcements, which admins write and approvers let out."""
