"""Runs the whole system natively on one machine: `make up` and its companions."""
