"""The own account, as its user changes it."""
