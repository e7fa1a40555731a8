"""Digests of several mails."""
