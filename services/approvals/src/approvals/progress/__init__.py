"""What applicants see of their own submissions."""
