"""The texts of all messages, in both languages."""
