"""What a person acts as, with its picture and address."""
