"""Reverting a change that another person has made, by the link in the mail about it."""
