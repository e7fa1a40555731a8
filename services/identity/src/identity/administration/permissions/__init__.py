"""Roles as admins make and change them, and the matrix of what they allow."""
