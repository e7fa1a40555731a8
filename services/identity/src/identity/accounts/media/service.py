import re
import secrets

from kit.web.app import API_PREFIX

DENSITIES = (1, 2)
FILE = re.compile(r"profiles/[A-Za-z0-9_-]{16,64}@[12]x\.webp")
"""The only keys that are served."""


def create_key() -> str:
    """Create an unguessable key for a new picture."""
    return f"profiles/{secrets.token_urlsafe(24)}"


def file_keys(key: str) -> list[str]:
    """List a picture's file store keys in all densities."""
    return [file_key(key, density) for density in DENSITIES]


def file_key(key: str, density: int) -> str:
    """Build the file store key of one density of a picture."""
    return f"{key}@{density}x.webp"


def image_url(key: str | None, density: int = 1) -> str | None:
    """Build the path of a picture at the gateway, or None without a picture."""
    return f"{API_PREFIX}/media/{file_key(key, density)}" if key else None
