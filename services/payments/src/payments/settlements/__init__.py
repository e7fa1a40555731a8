"""What the provider's facts do to payments and charges."""
