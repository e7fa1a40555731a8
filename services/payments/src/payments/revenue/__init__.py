"""What payers have paid, and what of it has gone back, added up."""
