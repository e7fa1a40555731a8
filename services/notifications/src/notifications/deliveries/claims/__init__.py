"""Deliveries that a copy has claimed."""
