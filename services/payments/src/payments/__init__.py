"""What is owed, and money at the card payment provider."""
