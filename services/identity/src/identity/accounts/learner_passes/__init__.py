"""Passes for the public certificates of a learner whom somebody names by an identity number."""
