"""Roles and the permissions that they carry."""
