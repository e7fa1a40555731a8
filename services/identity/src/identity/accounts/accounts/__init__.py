"""People with their profiles, organizations and roles: what decides what they may do."""
