"""What the public is answered: JSON that PostgreSQL builds, kept until something changes."""
