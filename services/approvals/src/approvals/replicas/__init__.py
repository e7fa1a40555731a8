"""The copy of identity's admins."""
