"""Receipts and credit notes, numbered without gaps."""
