"""People ask to be erased, an admin decides, and every service forgets them."""
