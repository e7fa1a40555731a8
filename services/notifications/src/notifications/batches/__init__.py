"""What people hear of batches that they are not in."""
