"""Money that goes back."""
