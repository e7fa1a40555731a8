"""The open streams of a process."""
