"""Stands in for Firebase Cloud Messaging. See README.md."""
