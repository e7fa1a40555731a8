"""Benchmarks: each a ratio of ours to a bare reference that is measured in the same run."""
