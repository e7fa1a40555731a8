"""Settings of this service: none beyond those that every service has."""

from kit.config import KitSettings


class Settings(KitSettings):
    """Read from the environment; see `kit.config`."""
