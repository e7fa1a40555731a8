"""What a holder shows of their certificates to others: what is public, and secret links; and who
looked."""
