"""Channels: ways in which messages leave the platform."""
