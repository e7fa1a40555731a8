"""Certificates that are asked for, and issued once they are approved."""
