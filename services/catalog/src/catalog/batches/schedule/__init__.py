"""Times, places and prices of batches."""
