"""What is always true of a service, checked while it runs, and shown to admins."""
