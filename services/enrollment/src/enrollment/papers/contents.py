"""What stands on a certificate: the texts of both languages, ready to be printed."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kit.days import start_of
from kit.papers import Attachment, Paper
from kit.people import shown_names

from enrollment.papers.dates import printed_day, printed_span
from enrollment.papers.schemas import DesignContent, Signatory

CERTIFICATE = Path(__file__).parent / "templates" / "certificate.typ"
CREDENTIAL = "credential.jwt"
"""The name of the file within the PDF by which a reader finds the signed credential."""
CREDENTIAL_TYPE = "application/vc+jwt"
"""W3C, Securing Verifiable Credentials using JOSE and COSE: 6.1."""
_LEFT_TO_RIGHT = "\u200e"


@dataclass(frozen=True, slots=True)
class Contents:
    """One certificate."""

    number: str
    """As it is printed, with hyphens."""
    holder_name_en: str
    holder_name_ar: str
    training_title_en: str
    training_title_ar: str
    organization_name_en: str
    organization_name_ar: str
    started_on: date
    ended_on: date
    score_percent: int | None
    issued_on: date
    expires_on: date | None
    credential: str | None


def certificate_paper(
    contents: Contents, design: DesignContent, pictures: Collection[str], public_url: str
) -> Paper:
    """The certificate, for `kit.papers.render` with the template `CERTIFICATE` and these pictures
    of the design; what is not among them is left out."""
    address = f"{public_url}/certificates/{contents.number}"
    days = [_dated("Issued on", "تاريخ الإصدار", contents.issued_on)]
    if contents.expires_on:
        days.append(_dated("Valid until", "صالحة حتى", contents.expires_on))
    course_en, course_ar = _course(contents)
    data: Mapping[str, Any] = {
        "accent": design.accent,
        "logo": design.logo if design.logo in pictures else None,
        "number": contents.number,
        "address": address,
        "site": f"{urlsplit(public_url).netloc}/verify-certificate",
        "holder_en": contents.holder_name_en,
        "holder_ar": contents.holder_name_ar,
        "training_en": contents.training_title_en,
        "training_ar": contents.training_title_ar,
        "organization_en": contents.organization_name_en,
        "organization_ar": contents.organization_name_ar,
        "course_en": course_en,
        "course_ar": course_ar,
        "text_en": design.text_en,
        "text_ar": design.text_ar,
        "signatories": [_signing(each, pictures) for each in design.signatories],
        "dates": days,
    }
    files = {}
    if contents.credential:
        files[CREDENTIAL] = Attachment(contents.credential, CREDENTIAL_TYPE)
    # The same bytes however often it is made: the file is as old as the certificate.
    return Paper(data, start_of(contents.issued_on), {"address": address}, files)


def _signing(signatory: Signatory, pictures: Collection[str]) -> dict[str, Any]:
    return {
        **shown_names(signatory.name_en, signatory.name_ar),
        "title_en": signatory.title_en,
        "title_ar": signatory.title_ar,
        "signature": signatory.signature if signatory.signature in pictures else None,
    }


def _dated(label_en: str, label_ar: str, day: date) -> dict[str, Any]:
    return {"label_en": label_en, "label_ar": label_ar, **asdict(printed_day(day))}


def _course(contents: Contents) -> tuple[str, str]:
    """Where and when it was, and with which score."""
    days_en, days_ar = printed_span(contents.started_on, contents.ended_on)
    course_en = f"at {contents.organization_name_en}, {days_en}"
    course_ar = f"لدى {contents.organization_name_ar}، {days_ar} م"
    if contents.score_percent is not None:
        course_en += f", with a score of {contents.score_percent}%"
        # The sign stays behind the number, as the app writes it.
        course_ar += f"، بنتيجة {contents.score_percent}{_LEFT_TO_RIGHT}%{_LEFT_TO_RIGHT}"
    return course_en, course_ar
