"""Charges and payments as payers and the dashboard see them."""
