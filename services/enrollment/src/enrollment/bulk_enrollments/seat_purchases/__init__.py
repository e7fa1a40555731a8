"""Prepaid seats: an organization buys seats of a batch before it names the people."""
