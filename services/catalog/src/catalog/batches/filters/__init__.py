"""The filters of the catalogue."""
