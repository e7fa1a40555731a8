"""What approvers are notified of: requests that are due, and for whom they decide."""
