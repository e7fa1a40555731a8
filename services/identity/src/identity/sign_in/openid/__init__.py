"""Signing in with an account at an OpenID Connect provider, where one is configured."""
