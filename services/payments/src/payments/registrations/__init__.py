"""Registration fees: their amounts and debtors."""
