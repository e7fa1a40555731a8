"""What became of a charge, step by step."""
