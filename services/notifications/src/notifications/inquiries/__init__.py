"""What visitors write through the contact form."""
