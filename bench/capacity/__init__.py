"""What one request of each kind costs on the whole system, and how it behaves as the load grows."""
