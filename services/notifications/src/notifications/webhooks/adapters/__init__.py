"""HTTP transport and signatures of webhooks."""
