"""Channels through which messages leave the platform."""
