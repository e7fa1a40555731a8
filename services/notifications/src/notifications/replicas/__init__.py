"""Who can be told something: a copy of identity's people and their profiles."""
