"""What staff members hand in before their approval, and renew after it."""
