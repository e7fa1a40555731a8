"""Charges and payments as shown to payers and in the dashboard."""
