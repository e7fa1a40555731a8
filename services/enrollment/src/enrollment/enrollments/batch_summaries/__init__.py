"""The people and the money of a batch."""
