"""Cases about identity numbers: opened by their parties and decided by admins."""
