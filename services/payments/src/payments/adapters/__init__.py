"""Providers and their protocols."""
