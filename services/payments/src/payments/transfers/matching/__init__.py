"""Credits of the bank, matched to charges."""
