"""Sizes of profile pictures."""

MIN_SIDE = 100
"""Minimum side of the cropped square, in pixels."""
SIDES = {1: 256, 2: 512}
"""Side of the stored square in pixels, by density."""
