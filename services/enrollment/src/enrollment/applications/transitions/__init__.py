"""Moving applications from state to state."""
