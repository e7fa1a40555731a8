import re

import pytest
from identity.accounts.accounts.models import Locale
from identity.accounts.data_requests.adapters.report import (
    Records,
    Words,
    list_organization_ids,
    make_report,
)
from kit.database.db import new_id

BATCH, ORGANIZATION, CHARGE = (str(new_id()) for _ in range(3))
UUID_PATTERN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}", re.IGNORECASE)
RECORDS: Records = {
    "identity": {
        "account": [
            {
                "id": str(new_id()),
                "name_en": "Sara <Noor>",
                "name_ar": "سارة نور",
                "gender": "female",
            }
        ],
        "profiles": [{"id": str(new_id()), "type": "candidate", "organization_id": None}],
    },
    "enrollment": {
        "batches": [{"id": BATCH, "title_en": "Forklift driving", "title_ar": "قيادة الرافعات"}],
        "enrollments": [
            {
                "id": str(new_id()),
                "batch_id": BATCH,
                "organization_id": ORGANIZATION,
                "status": "confirmed",
                "price_minor": 125_000,
                "currency": "SAR",
                "created_at": "2026-11-20T22:30:00Z",
            },
            {"id": str(new_id()), "batch_id": str(new_id()), "status": "of a newer release"},
        ],
    },
    "payments": {
        "charges": [{"id": CHARGE, "title_en": "Forklift seat", "title_ar": "مقعد الرافعات"}],
        "documents": [
            {
                "id": str(new_id()),
                "number": "REC-2026-000001",
                "kind": "receipt",
                "charge_id": CHARGE,
                "amount_minor": 143_750,
                "vat_minor": 18_750,
                "currency": "SAR",
                "issued_at": "2026-11-20T22:31:00+00:00",
            }
        ],
    },
}


@pytest.mark.parametrize(
    ("locale", "texts"),
    [
        (
            Locale.EN,
            ("Your data at Itqan", "Forklift driving", "Gulf Logistics", "Confirmed", "Receipt"),
        ),
        (
            Locale.AR,
            ("بياناتك في إتقان", "قيادة الرافعات", "لوجستيات الخليج", "مؤكد", "إيصال"),
        ),
    ],
)
def test_has_names_for_ids_receipts_and_saudi_time(locale: Locale, texts: tuple[str, ...]) -> None:
    assert list_organization_ids(RECORDS) == {ORGANIZATION}
    organizations = {ORGANIZATION: Words("Gulf Logistics", "لوجستيات الخليج")}
    page = make_report(RECORDS, organizations, Words("Itqan", "إتقان"), locale).decode()
    assert [text for text in texts if text not in page] == []
    assert "REC-2026-000001" in page
    assert "1,437.50 SAR" in page
    assert "187.50 SAR" in page
    assert "2026-11-21 01:30" in page
    assert "Sara &lt;Noor&gt;" in page
    assert f'lang="{locale.value}"' in page
    assert not UUID_PATTERN.search(page)
