"""The live stream of a person's notifications."""
