"""What is owed, from its opening to its end."""
