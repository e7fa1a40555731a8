"""What whoever enrolls many at once hears of it."""
