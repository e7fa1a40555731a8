"""What the provider says happened, and what it does to payments and charges, each thing once."""
