"""The sizes of profile pictures."""

MIN_SIDE = 100
"""Pixels of the cropped square."""
SIDES = {1: 256, 2: 512}
"""Pixels of the stored square, by density."""
