"""Bank transfers: what payers are asked to transfer, and what statements say has come."""
