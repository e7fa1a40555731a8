"""Amounts owed, from opening to settlement or closing."""
