"""Links in mails to requests."""
