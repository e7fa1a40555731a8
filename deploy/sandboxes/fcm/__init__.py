"""Sandbox of Firebase Cloud Messaging. See README.md."""
