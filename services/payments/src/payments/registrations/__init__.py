"""Registration fees: their amounts, and who owes them."""
