"""Messages that an organization writes to the people of a batch, and the platform to a group."""
