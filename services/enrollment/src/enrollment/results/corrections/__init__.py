"""Corrections of results that are decided."""
