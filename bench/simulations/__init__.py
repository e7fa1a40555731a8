"""What may be done where one row, one table, one queue or one database is not enough any more,
tried with real servers. None of it is in the product: docs/capacity.md says when it would be."""
