"""The case of a certificate that is verified: one of a million, another with each request."""

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path

import asyncpg
from enrollment.certificates.rules import generate_number

from bench.load import Comparison, Target, compare
from bench.system import System

CERTIFICATES = 1_000_000
ASKED = 20_000
"""Number of verified certificates with a credential, requested in turn."""
LUA = Path(__file__).with_name("verify.lua")
_VALUES = """
    'Huda Al-Otaibi' AS holder_name_en, 'هدى العتيبي' AS holder_name_ar,
    gen_random_uuid() AS training_id,
    'Warehouse operations' AS training_title_en, 'عمليات المستودعات' AS training_title_ar,
    'Logistics Academy' AS organization_name_en, 'أكاديمية اللوجستيات' AS organization_name_ar,
    date '2026-09-01' AS started_on, date '2026-09-05' AS ended_on, date '2026-09-07' AS issued_on,
    CASE WHEN row <= {asked} THEN '{credential}' END AS credential
"""


def run(system: System) -> Iterator[Comparison]:
    """It alone, on a running system."""
    asked = asyncio.run(_prepare(system))
    (system.folder / "numbers").write_text("".join(f"{number}\n" for number in asked))
    url = system.gateway_url

    def numbers() -> list[str]:
        return [str(system.folder / "numbers")]

    yield compare(
        system,
        "certificate by number / one row with asyncpg",
        Target(f"{url}/api/v1/verifications/", LUA, numbers),
        Target(f"{url}/bench/certificates/", LUA, numbers),
        target=0.6,
    )


async def _prepare(system: System) -> list[str]:
    """The same million in both databases: their numbers by COPY, the rest in one statement."""
    numbers = list({generate_number() for _ in range(CERTIFICATES)})
    # As long as a signed one, and as little to compress.
    values = _VALUES.format(asked=ASKED, credential=secrets.token_urlsafe(1500))
    for name, insert in (
        ("bare", f"CREATE TABLE certificates AS SELECT number, {values} FROM numbers"),
        (
            "enrollment",
            f"""
            INSERT INTO certificates (
                id, number, enrollment_id, batch_id, organization_id, candidate_profile_id,
                candidate_user_id, batch_code, status, holder_name_en, holder_name_ar, training_id,
                training_title_en, training_title_ar, organization_name_en, organization_name_ar,
                started_on, ended_on, issued_on, credential, version
            )
            SELECT gen_random_uuid(), number, gen_random_uuid(), gen_random_uuid(),
                gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'BENCH', 'issued',
                given.holder_name_en, given.holder_name_ar, given.training_id,
                given.training_title_en, given.training_title_ar, given.organization_name_en,
                given.organization_name_ar, given.started_on, given.ended_on, given.issued_on,
                given.credential, 1
            FROM numbers CROSS JOIN LATERAL (SELECT {values}) AS given
            """,
        ),
    ):
        connection = await asyncpg.connect(system.database_urls[name])
        # Their enrollments do not exist, and word search is not used.
        await connection.execute("SET session_replication_role = replica")
        await connection.execute("CREATE TEMP TABLE numbers (row int, number text)")
        await connection.copy_records_to_table("numbers", records=enumerate(numbers, 1))
        if name == "enrollment":
            await connection.execute("DROP INDEX ix_certificates_search")
        await connection.execute(insert, timeout=600)
        if name == "bare":
            await connection.execute("ALTER TABLE certificates ADD PRIMARY KEY (number)")
        await connection.execute("VACUUM ANALYZE certificates")
        await connection.close()
    return numbers[:ASKED]
