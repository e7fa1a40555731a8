"""Internal notes of approvers about a request."""
