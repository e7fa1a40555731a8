"""Sessions of batches that meet others of the same trainer or place."""
