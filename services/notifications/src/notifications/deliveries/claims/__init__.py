"""Claims of deliveries by workers."""
