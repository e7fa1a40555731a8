"""What admins see and change."""
