"""The levels that a content type goes through, and who approves at each."""
