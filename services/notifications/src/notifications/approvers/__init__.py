"""Notify approvers of requests that are due and of their delegations."""
