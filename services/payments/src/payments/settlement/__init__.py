"""Apply each transaction state from the provider to payments and charges exactly once."""
