"""Demo data: three organizations, their trainings and batches around today."""
