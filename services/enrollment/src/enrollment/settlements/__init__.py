"""What was done about the charges that payments publishes."""
