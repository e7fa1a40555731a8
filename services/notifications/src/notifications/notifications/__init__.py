"""What people read in the app, and the live stream of it."""
