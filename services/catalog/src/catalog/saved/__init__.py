"""The batches that candidates keep in mind."""
