"""Demo organizations: identity stores them, and approvals shows their submissions."""

from datetime import date, timedelta
from typing import NamedTuple
from uuid import UUID

from contracts.submissions import (
    ORGANIZATION_FIELDS,
    ORGANIZATION_PLACES,
    Snapshot,
    SubmittedDocument,
    SubmittedField,
    document_name,
)
from kit.domain.demo import demo_id
from kit.domain.timezone import today


class DemoPlace(NamedTuple):
    """A place in the catalogue's reference data."""

    id: UUID
    name_en: str
    name_ar: str


class DemoKind(NamedTuple):
    """A kind of document that the demo requires, `demo_id("document-kind", key)`."""

    key: str
    name_en: str
    name_ar: str
    required: bool
    expires: bool


class DemoOrganization(NamedTuple):
    """An organization, `demo_id("organization", key)`.

    It has a document of each kind, `demo_id("document", "<key>:<kind>")`.
    """

    key: str
    name_en: str
    name_ar: str
    commercial_number: str
    tax_number: str
    contact_name: str
    contact_phone: str
    state: DemoPlace
    city: DemoPlace
    line1: str
    days_left: int
    """Days until its documents expire; negative after that."""

    @property
    def email(self) -> str:
        return f"{self.key}@demo.itqan.example"

    @property
    def website(self) -> str:
        """Return an example address that does not exist."""
        return f"https://{self.key}.itqan.example/"


def _place(identifier: str, name_en: str, name_ar: str) -> DemoPlace:
    return DemoPlace(UUID(identifier), name_en, name_ar)


SAUDI_ARABIA = _place(
    "fbea9dff-2878-5882-b639-dd78d9e88425", "Saudi Arabia", "المملكة العربية السعودية"
)
_RIYADH_REGION = _place("a3f2c17a-b9e8-5af0-b50a-43d832b730b6", "Riyadh Region", "منطقة الرياض")
_MAKKAH_REGION = _place(
    "93f617c3-a165-5e21-9543-23c14c00e29e", "Makkah Region", "منطقة مكة المكرمة"
)
_EASTERN_REGION = _place(
    "2848031a-7511-5378-b925-535902915c67", "Eastern Region", "المنطقة الشرقية"
)
_RIYADH = _place("0302eca1-8093-5978-a005-bec2d3fc1cd4", "Riyadh", "الرياض")
_JEDDAH = _place("a26c9730-2708-5fef-a655-71f993e69f78", "Jeddah", "جدة")
_JUBAIL = _place("76d86324-1a58-5a5d-abf5-1d977c7b6d36", "Jubail", "الجبيل")

KINDS = (
    DemoKind("registration", "Commercial registration", "السجل التجاري", True, True),
    DemoKind("vat", "VAT certificate", "شهادة ضريبة القيمة المضافة", True, False),
)

ORGANIZATIONS = {
    organization.key: organization
    for organization in (
        DemoOrganization(
            "gla",
            "Gulf Logistics Academy",
            "أكاديمية الخليج اللوجستية",
            "1010558213",
            "300055821300003",
            "Hanan Al Mutairi",
            "+966112005500",
            _RIYADH_REGION,
            _RIYADH,
            "7120 Al Haratiyah Street, Al Sulay",
            430,
        ),
        DemoOrganization(
            "rsp",
            "Red Sea Ports Training Centre",
            "مركز البحر الأحمر لتدريب الموانئ",
            "4030417790",
            "300041779000003",
            "Adel Al Ghamdi",
            "+966126004400",
            _MAKKAH_REGION,
            _JEDDAH,
            "2904 Port Road, Al Nuzlah",
            24,
        ),
        DemoOrganization(
            "nti",
            "Najd Transport Institute",
            "معهد نجد للنقل",
            "1010730164",
            "300073016400003",
            "Saud Al Qahtani",
            "+966114007700",
            _RIYADH_REGION,
            _RIYADH,
            "3355 Al Kharj Road, Ad Dar Al Baida",
            -12,
        ),
        DemoOrganization(
            "jlc",
            "Jubail Logistics College",
            "كلية الجبيل اللوجستية",
            "2055029347",
            "300002934700003",
            "Khulood Al Rasheed",
            "+966133003300",
            _EASTERN_REGION,
            _JUBAIL,
            "Support Industries Area, Street 230",
            290,
        ),
    )
}


def expires_on(organization: DemoOrganization, kind: DemoKind) -> date | None:
    """Return the expiry date of a demo document, relative to the day of loading."""
    return today() + timedelta(days=organization.days_left) if kind.expires else None


def build_demo_document(found: DemoOrganization, kind: DemoKind) -> bytes:
    """Build a one-page PDF as a demo document."""
    lines = (kind.name_en, found.name_en, f"No. {found.commercial_number}", "Demo document")
    shown = " ".join(f"({line}) Tj 0 -48 Td" for line in lines)
    text = f"BT /F 26 Tf 60 720 Td {shown} ET".encode()
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    content, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj%s endobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        content
        + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
        + table
        + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, len(content))
    )


def get_demo_snapshot(key: str) -> Snapshot:
    """Return the organization's submission."""
    found = ORGANIZATIONS[key]
    places = zip(ORGANIZATION_PLACES, (SAUDI_ARABIA, found.state, found.city), strict=True)
    return Snapshot(
        fields=(
            *(
                SubmittedField(name=name, value=getattr(found, name))
                for name in ORGANIZATION_FIELDS
            ),
            *(
                SubmittedField(name=name, value=place.name_en, value_ar=place.name_ar)
                for name, place in places
            ),
            SubmittedField(name="line1", value=found.line1),
        ),
        documents=tuple(
            SubmittedDocument(
                name=document_name(demo_id("document-kind", kind.key)),
                document_id=demo_id("document", f"{key}:{kind.key}"),
                title_en=kind.name_en,
                title_ar=kind.name_ar,
                media_type="application/pdf",
                size=len(build_demo_document(found, kind)),
                expires_on=expires_on(found, kind),
            )
            for kind in KINDS
        ),
    )
