"""By what people want to hear of what, and when not."""
