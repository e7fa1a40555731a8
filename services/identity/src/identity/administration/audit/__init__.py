"""The audit trail: what signed-in people have changed, gathered from all services."""
