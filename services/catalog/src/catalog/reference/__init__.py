"""The data that every installation starts with: places, default settings and content pages."""
