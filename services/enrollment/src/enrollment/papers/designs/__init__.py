"""How an organization's certificates look."""
