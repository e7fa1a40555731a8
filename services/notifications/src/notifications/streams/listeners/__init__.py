"""Open streams of this process."""
