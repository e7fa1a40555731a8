"""How administrators word the messages, in place of the packaged texts."""
