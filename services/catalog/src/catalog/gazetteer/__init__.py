"""Countries, states and cities as admins maintain them."""
