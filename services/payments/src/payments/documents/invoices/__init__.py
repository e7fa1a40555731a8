"""Tax invoices."""
