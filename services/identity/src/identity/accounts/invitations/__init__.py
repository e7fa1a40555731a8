"""One-time links that invite people whom others have added."""
