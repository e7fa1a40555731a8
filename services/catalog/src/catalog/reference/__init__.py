"""The reference data that every installation starts with: places and default settings."""
