"""The sessions of batches, and who gives them."""
