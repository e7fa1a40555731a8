"""Cost of one request of each kind on the whole system."""
