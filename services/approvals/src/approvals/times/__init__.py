"""How long approval takes, per level and per approver."""
