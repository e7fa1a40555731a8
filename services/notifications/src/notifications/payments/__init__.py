"""Payments, refunds, and their papers."""
