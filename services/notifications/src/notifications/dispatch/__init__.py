"""What leaves the platform for people, by channels, kept until it has been taken."""
