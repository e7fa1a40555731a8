"""Store messages to people and deliver them."""
