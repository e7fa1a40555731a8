"""What approvers write for one another about a request."""
