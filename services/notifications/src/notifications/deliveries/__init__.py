"""What leaves the platform: e-mails, kept until the mail server has taken them."""
