"""Files and calls: their columns and rows."""
