"""Organizations as admins list, look at and suspend them."""
