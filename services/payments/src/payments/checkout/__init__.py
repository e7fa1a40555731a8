"""Start payments on the provider's page and handle the payer's return."""
