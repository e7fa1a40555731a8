"""Changes of sign-in details that another person makes, and reverting them."""
