"""Notifications about payments, refunds and their PDFs."""
