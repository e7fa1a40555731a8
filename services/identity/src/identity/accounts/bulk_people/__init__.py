"""People of organizations' files: who they are, and accounts for the new ones."""
