"""Changes of the email, phone and ID numbers of an account that another person makes."""
