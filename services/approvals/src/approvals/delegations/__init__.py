"""Who decides for an approver who is away."""
