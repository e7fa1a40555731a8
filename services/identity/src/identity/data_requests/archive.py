"""The archive that a person gets: a JSON file of each service, and their pictures and documents."""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from identity.data_requests.models import DataPart
from identity.replicas.queries import ProductNames

_READ_ME = """This is what {en} has stored about you: a file of each part of the platform, and your
pictures and documents. The platform asks nobody to send these files to anybody.

هذا ما تحفظه منصة {ar} عنك: ملف من كل جزء من المنصة مع صورك ومستنداتك.
"""


def make_archive(
    product: ProductNames, parts: Sequence[DataPart], files: Mapping[str, bytes]
) -> bytes:
    """A ZIP file. It takes a while, so it is called in a thread."""
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _READ_ME.format(en=product.en, ar=product.ar))
        for service, rows in _by_service(parts).items():
            text = json.dumps(rows, ensure_ascii=False, indent=2)
            archive.writestr(f"{service}.json", text)
        for name, content in files.items():
            archive.writestr(f"files/{name}", content)
    return target.getvalue()


def _by_service(parts: Sequence[DataPart]) -> dict[str, dict[str, list[dict[str, Any]]]]:
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for part in sorted(parts, key=lambda each: (each.service, each.part)):
        service = found.setdefault(part.service, {})
        for noun, rows in part.rows.items():
            service.setdefault(noun, []).extend(rows)
    return found
