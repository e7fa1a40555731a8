"""Corrections of what was imported."""
