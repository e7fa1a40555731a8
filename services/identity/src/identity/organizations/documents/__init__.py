"""Documents that organizations and staff hand in, and the kinds that are asked for."""
