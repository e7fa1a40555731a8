"""The codes of second factors."""
