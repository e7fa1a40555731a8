"""The check of rows: each by itself, then all together."""
