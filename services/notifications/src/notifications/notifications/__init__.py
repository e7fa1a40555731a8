"""What people read in the app."""
