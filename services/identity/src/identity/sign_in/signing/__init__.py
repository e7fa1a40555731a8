"""The keys that tokens are signed with: made, rotated, revoked, kept sealed in the database."""
