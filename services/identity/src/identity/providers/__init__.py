"""Organizations as admins list and look at them."""
