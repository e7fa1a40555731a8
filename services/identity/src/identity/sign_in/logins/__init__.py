"""Signing in, staying signed in, and signing out."""
