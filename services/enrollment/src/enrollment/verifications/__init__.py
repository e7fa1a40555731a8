"""What anybody may ask of a certificate: whether it is good, and what it says."""
