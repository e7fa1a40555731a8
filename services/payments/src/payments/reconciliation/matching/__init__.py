"""Lines of settlement reports, compared with our books."""
