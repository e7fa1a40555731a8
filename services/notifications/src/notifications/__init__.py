"""Messages to people, and how they are delivered."""
