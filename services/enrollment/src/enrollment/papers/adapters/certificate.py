"""Prepares a certificate's texts in both languages for its PDF."""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from contracts.app_routes import AppRoute
from kit.documents.papers import Attachment, Paper
from kit.domain.people import resolve_names
from kit.domain.timezone import get_day_start

from enrollment.certificates.models import Certificate
from enrollment.certificates.rules import format_number
from enrollment.papers.adapters.dates import format_day, format_range
from enrollment.papers.schemas import DesignContent, Signatory

CERTIFICATE = Path(__file__).parent / "templates" / "certificate.typ"
CREDENTIAL = "credential.jwt"
"""File name of the signed credential attached to the PDF."""
CREDENTIAL_TYPE = "application/vc+jwt"
"""Media type from W3C, Securing Verifiable Credentials using JOSE and COSE, 6.1."""
_LEFT_TO_RIGHT = "\u200e"


def build_certificate_paper(
    certificate: Certificate, design: DesignContent, pictures: Collection[str], public_url: str
) -> Paper:
    """Build the input of the template `CERTIFICATE`; design pictures missing from `pictures` are
    omitted.
    """
    number = format_number(certificate.number)
    address = f"{public_url}{AppRoute.PUBLIC_CERTIFICATE.format(number=number)}"
    days = [_build_date("Issued on", "تاريخ الإصدار", certificate.issued_on)]
    if certificate.expires_on:
        days.append(_build_date("Valid until", "سارية حتى", certificate.expires_on))
    course_en, course_ar = _course(certificate)
    data: Mapping[str, Any] = {
        "accent": design.accent,
        "logo": design.logo if design.logo in pictures else None,
        "number": number,
        "address": address,
        "site": f"{urlsplit(public_url).netloc}/verify-certificate",
        "holder_en": certificate.holder_name_en,
        "holder_ar": certificate.holder_name_ar,
        "training_en": certificate.training_title_en,
        "training_ar": certificate.training_title_ar,
        "organization_en": certificate.organization_name_en,
        "organization_ar": certificate.organization_name_ar,
        "course_en": course_en,
        "course_ar": course_ar,
        "text_en": design.text_en,
        "text_ar": design.text_ar,
        "signatories": [_build_signatory(each, pictures) for each in design.signatories],
        "dates": days,
    }
    files = {}
    if certificate.credential:
        files[CREDENTIAL] = Attachment(certificate.credential, CREDENTIAL_TYPE)
    # Fixed timestamp: the same certificate always gives the same bytes.
    return Paper(data, get_day_start(certificate.issued_on), {"address": address}, files)


def _build_signatory(signatory: Signatory, pictures: Collection[str]) -> dict[str, Any]:
    return {
        **resolve_names(signatory.name_en, signatory.name_ar),
        "title_en": signatory.title_en,
        "title_ar": signatory.title_ar,
        "signature": signatory.signature if signatory.signature in pictures else None,
    }


def _build_date(label_en: str, label_ar: str, day: date) -> dict[str, Any]:
    return {"label_en": label_en, "label_ar": label_ar, **asdict(format_day(day))}


def _course(certificate: Certificate) -> tuple[str, str]:
    """Return the place and dates of the course, with the score on its own line."""
    days_en, days_ar = format_range(certificate.started_on, certificate.ended_on)
    course_en = f"at {certificate.organization_name_en}, {days_en}"
    course_ar = f"لدى {certificate.organization_name_ar}، {days_ar} م"
    if certificate.score_percent is not None:
        course_en += f"\nwith a score of {certificate.score_percent}%"
        # Keep the percent sign after the number, as the app does.
        course_ar += f"\nبنتيجة {certificate.score_percent}{_LEFT_TO_RIGHT}%{_LEFT_TO_RIGHT}"
    return course_en, course_ar
