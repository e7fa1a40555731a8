"""What the provider says happened, each thing once."""
