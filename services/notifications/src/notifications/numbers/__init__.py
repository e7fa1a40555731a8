"""What people hear of the cases about their identity numbers."""
