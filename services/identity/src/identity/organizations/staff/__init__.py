"""An organization's people: its staff and its trainers."""
