"""Statements as PDF."""
