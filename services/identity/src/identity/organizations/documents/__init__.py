"""Documents that organizations hand in: the kinds that are asked for, and what was handed in."""
