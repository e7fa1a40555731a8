"""Sources of reference data."""
