"""Who can be an approver: a copy of identity's admins."""
