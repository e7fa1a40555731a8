"""Formats of tax invoices."""
