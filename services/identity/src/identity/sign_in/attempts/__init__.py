"""Failed attempts: how often a password was tried, and who must wait."""
