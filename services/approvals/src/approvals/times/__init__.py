"""Report of approval times by level and approver."""
