"""Each row by itself."""
