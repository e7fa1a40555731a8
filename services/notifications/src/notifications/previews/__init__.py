"""What a text looks like to its readers, before it is saved."""
