"""What a registration fee opens."""
