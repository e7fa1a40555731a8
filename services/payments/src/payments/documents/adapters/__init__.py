"""PDF and QR codes of documents."""
