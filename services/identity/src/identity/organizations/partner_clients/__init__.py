"""Partner clients: programs of an organization that call the API."""
