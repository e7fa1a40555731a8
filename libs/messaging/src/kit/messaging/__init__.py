"""Events between services: outbox, relay, broker, inbox, broadcasts and periodic work."""
