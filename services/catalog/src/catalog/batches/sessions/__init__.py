"""Sessions of batches and their trainers."""
