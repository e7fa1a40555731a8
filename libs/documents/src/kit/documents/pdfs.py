"""Checks of uploaded PDFs: no scripts, no active actions, and no embedded files except data.

Data files (PDF/A-3, ISO 19005-3) are JSON, XML, or signed JSON such as a certificate's Open Badge.

`attachments` runs this in `upload_sandbox` for each upload, with pikepdf (qpdf) as the only import.
All objects are checked, also unreferenced ones and those in compressed streams.
"""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.parsers import expat

import pikepdf
from kit.documents.sandbox import Refused

CPU_SECONDS = 5
TOO_LARGE = _BROKEN = Refused(
    "file", "document.broken", "This PDF is damaged. Choose another file."
)
MAX_OBJECTS = 200_000
KEYS = frozenset({"/JS", "/XFA", "/RichMediaContent"})
"""Forbidden keys (ISO 32000-2: 12.6.4, 13.7; XFA: 12.7.9)."""
NAMES = frozenset(
    {
        "/FileAttachment",
        "/GoToE",
        "/ImportData",
        "/JavaScript",
        "/Launch",
        "/RichMedia",
        "/Rendition",
        "/SubmitForm",
    }
)
"""Forbidden kinds of actions, annotations and objects."""
DATA_FILES = (".json", ".jwt", ".xml")
"""Extensions of allowed embedded files."""
ACTIVE_XML = (
    "http://www.w3.org/1999/XSL/Transform",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
)
"""Namespaces of XML that programs run or display, instead of reading it as data."""
_JWT = re.compile(rb"[\w-]+(\.[\w-]+){2}\s*")
_KINDS = ("/S", "/Type", "/Subtype")
_UNDECODED = "error decoding stream data"


def check(content: bytes) -> None:
    """Check that a PDF may be uploaded.

    Raises `Refused` if it is damaged, encrypted, or contains forbidden content.
    """
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            if len(pdf.objects) > MAX_OBJECTS or not len(pdf.pages):
                raise _BROKEN
            for item in pdf.objects:
                _check_object(item)
            # qpdf reads undecodable objects as null, also when memory runs out, so their content
            # was not checked.
            if any(_UNDECODED in warning for warning in pdf.get_warnings()):
                raise _BROKEN
    except pikepdf.PasswordError as error:
        raise Refused(
            "file",
            "document.password_protected",
            "The PDF is password-protected. Remove the password first.",
        ) from error
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        raise _BROKEN from error


def _check_object(item: Any) -> None:
    for found in _dictionaries(item):
        kind = found.get("/Type")
        if ("/EF" in found or kind == "/Filespec") and not _is_data_file(found):
            raise _active()
        if kind == "/EmbeddedFile" and not _is_data(found):
            raise _active()
        for key in found.keys():  # noqa: SIM118 - of a PDF, not of Python
            if key in KEYS or (key in _KINDS and _is_active(found[key])):
                raise _active()


def _is_active(value: Any) -> bool:
    return isinstance(value, pikepdf.Name) and str(value) in NAMES


def _is_data_file(specification: Any) -> bool:
    """Tell if a file specification (ISO 32000-2, 7.11.3) is a data file with data in it."""
    names = [str(specification[key]) for key in ("/F", "/UF") if key in specification]
    files = specification.get("/EF")
    return (
        bool(names)
        and all(name.lower().endswith(DATA_FILES) for name in names)
        and isinstance(files, pikepdf.Dictionary)
        and all(_is_data(file) for _, file in files.items())
    )


def _is_data(file: Any) -> bool:
    if not isinstance(file, pikepdf.Stream):
        return False
    content = file.read_bytes()
    return bool(_JWT.fullmatch(content)) or _is_json(content) or _is_xml(content)


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def _is_xml(content: bytes) -> bool:
    """Tell if the content is well-formed XML without entities and style sheets."""
    parser = expat.ParserCreate(namespace_separator=" ")

    def refuse(*_: object) -> None:
        raise ValueError

    def check_namespace(name: str, _: object) -> None:
        if name.rpartition(" ")[0] in ACTIVE_XML:
            raise ValueError

    parser.StartDoctypeDeclHandler = refuse
    parser.ProcessingInstructionHandler = refuse
    parser.StartElementHandler = check_namespace
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError):
        return False
    return True


def _dictionaries(item: Any) -> Iterator[Any]:
    """Yield the dictionaries within an object, without separate objects."""
    waiting = [item]
    while waiting:
        found = waiting.pop()
        if isinstance(found, pikepdf.Dictionary | pikepdf.Stream):
            yield found
            inner = [value for _, value in found.items()]
        elif isinstance(found, pikepdf.Array):
            inner = list(found)
        else:
            continue
        waiting += [value for value in inner if not getattr(value, "is_indirect", False)]


def _active() -> Refused:
    return Refused(
        "file",
        "document.active_content",
        "The PDF contains scripts, actions or attachments, which we don't accept. Print it to "
        "a new PDF and choose that one.",
    )


def process(content: bytes, _: object) -> Iterator[bytes]:
    """Check a PDF in the sandbox. There is no result."""
    check(content)
    yield from ()
