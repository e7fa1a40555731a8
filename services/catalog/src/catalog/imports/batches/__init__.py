"""Import of batches."""
