"""What is printed on papers."""
