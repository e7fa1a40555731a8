"""Mark mail addresses that the mail provider reports as undeliverable."""
