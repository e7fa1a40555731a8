"""Public trainings with the batches open for enrollment."""
