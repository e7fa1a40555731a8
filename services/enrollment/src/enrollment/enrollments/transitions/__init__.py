"""Moving enrollments from state to state."""
