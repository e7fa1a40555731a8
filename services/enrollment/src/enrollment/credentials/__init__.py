"""Certificates as Open Badges 3.0: the issuer's keys, what they sign, what is no longer good."""
