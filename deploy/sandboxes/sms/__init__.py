"""Sandbox of providers of text messages and WhatsApp: it stores messages, and refuses on demand."""
