"""A stand-in for providers of text messages and WhatsApp: it keeps what it takes, and refuses on
demand."""
