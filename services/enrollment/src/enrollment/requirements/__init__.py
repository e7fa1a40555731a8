"""Certificates that an organization's job roles require."""
