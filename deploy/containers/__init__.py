"""`make containers`: the images built and the system run in a real container engine."""
