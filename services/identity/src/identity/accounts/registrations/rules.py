"""How many mails owners get about sign-ups with their address."""

MAILS_PER_DAY = 3
"""To one owner, however often others sign up with the address."""
