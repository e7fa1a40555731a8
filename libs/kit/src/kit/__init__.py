"""What all six services are built with."""
