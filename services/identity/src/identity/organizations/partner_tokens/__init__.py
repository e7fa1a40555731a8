"""The token endpoint of partner clients (RFC 6749, client credentials)."""
