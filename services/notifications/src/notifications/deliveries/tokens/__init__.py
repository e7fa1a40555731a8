"""Tokens in links and addresses of mails."""
