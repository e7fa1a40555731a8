"""Candidates, as admins and the organizations that train them see them."""
