"""Monthly statements of charges and payments for organizations."""
