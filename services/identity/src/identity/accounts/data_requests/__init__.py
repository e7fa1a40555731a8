"""A person downloads all that the platform has of them."""
