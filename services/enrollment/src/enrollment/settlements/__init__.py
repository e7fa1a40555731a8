"""Settlement of charges that payments publishes."""
