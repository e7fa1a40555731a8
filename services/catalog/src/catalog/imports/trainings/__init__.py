"""Import of trainings."""
