"""Steps that are given to others."""
