"""Failed deliveries, and reports of the mail provider."""
