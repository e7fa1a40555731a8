"""Certificates of those who have passed: issuing, revoking, lists."""
