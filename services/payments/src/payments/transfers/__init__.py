"""Bank transfers: payment instructions for payers, and credits from bank statements."""
