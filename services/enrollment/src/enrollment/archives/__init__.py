"""ZIP files with the PDFs of many certificates."""
