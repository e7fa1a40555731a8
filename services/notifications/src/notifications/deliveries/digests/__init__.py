"""Mails that are merged into one."""
