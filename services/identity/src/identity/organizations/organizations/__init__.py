"""Training providers and whether they are approved."""
