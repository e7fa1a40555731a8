"""How many batches or trainings each value of a filter would find."""
