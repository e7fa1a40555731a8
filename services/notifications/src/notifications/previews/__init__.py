"""Previews of messages before a wording is saved."""
