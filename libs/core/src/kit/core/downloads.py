"""File names for downloads and uploads."""

import unicodedata
from urllib.parse import quote

MAX_NAME_BYTES = 150
"""File systems allow 255 bytes; percent-encoding and suffixes such as `(1)` need room."""
_RESERVED = frozenset('/\\:*?"<>|%#~')
"""Characters with a meaning in paths, object keys or shells."""


def attachment(name: str) -> str:
    """Build the `Content-Disposition` value that saves a file under `name` (RFC 6266)."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "replace").decode()
    fallback = ascii_name.replace("\\", "_").replace('"', "_").replace("?", "_")
    header = f'attachment; filename="{fallback}"'
    return header if fallback == name else f"{header}; filename*=UTF-8''{quote(name, safe='')}"


def clean_name(name: str | None, ending: str) -> str:
    """Return an upload's own name, safe as the last part of a key, with `ending` in place of its
    extension; `document` when nothing readable is left."""
    last = unicodedata.normalize("NFC", name or "").replace("\\", "/").rpartition("/")[2]
    stem = last.rpartition(".")[0] or last
    safe = "".join("_" if c in _RESERVED or not c.isprintable() else c for c in stem)
    cut = safe.encode(errors="ignore")[:MAX_NAME_BYTES].decode(errors="ignore").strip(" ._")
    return f"{cut or 'document'}.{ending}"
