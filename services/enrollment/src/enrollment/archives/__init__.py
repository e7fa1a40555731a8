"""Papers of many certificates as one ZIP file."""
