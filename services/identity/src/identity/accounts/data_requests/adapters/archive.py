import json
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from kit.core.downloads import clean_name

from identity.accounts.data_requests.adapters.report import Records
from identity.accounts.data_requests.models import DataPart
from identity.replicas.queries import ProductNames

_READ_ME = """This is what {en} has stored about you. Open my-data.html to read it. The JSON files
hold all details of each part of the platform, and the folder "files" your pictures and documents.
The platform asks nobody to send these files to anybody.

هذا ما تحفظه منصة {ar} عنك. افتح my-data.html لقراءته. تضم ملفات JSON جميع تفاصيل كل جزء من المنصة،
ويضم مجلد files صورك ومستنداتك.
"""


def make_archive(
    product: ProductNames,
    records: Records,
    report: bytes,
    files: Mapping[str, bytes],
) -> bytes:
    """Build the ZIP file. Slow, so call it in a thread."""
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _READ_ME.format(en=product.en, ar=product.ar))
        archive.writestr("my-data.html", report)
        for service, rows in records.items():
            text = json.dumps(rows, ensure_ascii=False, indent=2)
            archive.writestr(f"{service}.json", text)
        for name, content in files.items():
            archive.writestr(f"files/{name}", content)
    return target.getvalue()


def name_files(files: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Name stored files by their titles, unique even on case-insensitive file systems."""
    keys: dict[str, str] = {}
    taken: set[str] = set()
    for title, key in files:
        ending = key.rpartition(".")[2]
        stem = clean_name(f"{title.replace('/', '-')}.{ending}", ending).removesuffix(f".{ending}")
        name, number = f"{stem}.{ending}", 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem} ({number}).{ending}"
        taken.add(name.casefold())
        keys[name] = key
    return keys


def group_by_service(parts: Sequence[DataPart]) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Merge the parts of each service."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for part in sorted(parts, key=lambda each: (each.service, each.part)):
        service = found.setdefault(part.service, {})
        for noun, rows in part.rows.items():
            service.setdefault(noun, []).extend(rows)
    return found
