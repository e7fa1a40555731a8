"""People: who they are, and how their account reads to themselves and to the other services."""
