"""Texts of all messages, in both languages."""
