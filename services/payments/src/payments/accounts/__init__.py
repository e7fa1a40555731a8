"""Organizations that pay on account: up to a limit, and billed for each month."""
