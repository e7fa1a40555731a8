"""Order and usage of categories."""
