"""What a person should hear of, and how it reaches them."""
