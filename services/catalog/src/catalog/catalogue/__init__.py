"""The reading side of trainings and batches: PostgreSQL builds the JSON of each answer itself."""
