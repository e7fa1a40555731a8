"""The charge of a confirmed file, its money, its end."""
