"""Second factors: codes of an authenticator app, and recovery codes in their place."""
