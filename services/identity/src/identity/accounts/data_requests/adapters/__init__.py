"""The formats of the archive that a person gets."""
