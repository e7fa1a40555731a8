"""Organizations, their people, documents and API clients."""
