"""Reconciliation of the provider's settlement reports with our payments."""
