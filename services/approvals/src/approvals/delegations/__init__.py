"""Delegations let another admin decide while an approver is away."""
