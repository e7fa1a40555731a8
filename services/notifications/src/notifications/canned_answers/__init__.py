"""Answers that those who answer inquiries keep ready."""
