"""Requirements: which certificates the people of an organization need for their job roles."""
