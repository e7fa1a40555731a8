"""Experiments for a scale at which one row, table, queue or database is not enough.

They use real servers. The product has none of them: docs/capacity.md says when it would.
"""
