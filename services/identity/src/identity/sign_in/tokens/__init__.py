"""Access and refresh tokens: what they say, how a session begins with them, and their exchange."""
