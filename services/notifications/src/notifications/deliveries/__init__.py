"""Mails, kept until the mail server has taken them."""
