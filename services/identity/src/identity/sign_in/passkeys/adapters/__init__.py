"""The authenticators' protocol."""
