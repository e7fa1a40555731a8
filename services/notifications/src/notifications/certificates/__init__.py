"""What people are told of their certificates."""
