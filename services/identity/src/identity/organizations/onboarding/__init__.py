"""What an organization gives of itself, in steps, before and after it is approved."""
