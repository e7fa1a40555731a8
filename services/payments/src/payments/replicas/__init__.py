"""Copies of other services' state: profiles, organizations, fees and who sells."""
