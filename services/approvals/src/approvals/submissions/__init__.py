"""What other services submit for approval."""
