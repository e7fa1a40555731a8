"""HTTP and signatures of webhooks."""
