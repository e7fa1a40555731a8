"""The library that judges passwords."""
