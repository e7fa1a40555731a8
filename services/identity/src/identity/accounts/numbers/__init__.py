"""Identity numbers: who holds which, what fixes them, and the cases that an admin decides."""
