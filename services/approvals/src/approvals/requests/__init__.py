"""What asks for approval, and what was decided about it."""
