"""The monthly bills of accounts."""
