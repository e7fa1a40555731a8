"""A thousand certificates as a ZIP file: seconds from issue until the file is ready, and memory
growth.

Enrollment, database and broker run as in `make up`; memory includes the typesetting processes.
`python -m bench.papers` runs it alone.
"""

import asyncio
import secrets
import sys
import time
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import asyncpg
import httpx
from enrollment.certificates.rules import generate_number
from kit.testing import actor

from bench.bulk import NotMeasured, System, growth, running

PAPERS = 1_000
TARGET_SECONDS = 60.0
MEMORY_TARGET = 400.0
"""Million bytes, nearly all of it used by two typesetting processes."""
_PATIENCE = 300.0
_INSERT = """
    INSERT INTO certificates (
        id, number, enrollment_id, batch_id, organization_id, candidate_profile_id,
        candidate_user_id, batch_code, status, holder_name_en, holder_name_ar, training_id,
        training_title_en, training_title_ar, organization_name_en, organization_name_ar,
        started_on, ended_on, score_percent, issued_on, expires_on, credential, version
    )
    SELECT gen_random_uuid(), number, gen_random_uuid(), $2, $3, gen_random_uuid(),
        gen_random_uuid(), 'BENCH', 'issued', 'Huda Al-Otaibi ' || number, 'هدى العتيبي', $4,
        'Warehouse operations', 'عمليات المستودعات', 'Logistics Academy', 'أكاديمية اللوجستيات',
        date '2026-09-01', date '2026-09-05', 92, date '2026-09-07', date '2028-09-07', $5, 1
    FROM unnest($1::text[]) AS number
"""


def run() -> str:
    """The lines to print, or why there are none."""
    try:
        with running() as system:
            return asyncio.run(_measure(system))
    except NotMeasured as error:
        return f"{PAPERS} papers: not measured: {error}"


async def _measure(system: System) -> str:
    who = actor("admin", roles={"super-admin"})
    async with (
        httpx.AsyncClient(base_url=system.url, headers=who.headers, timeout=60) as client,
        growth(system.pid) as grown,
    ):
        await _issue(system)
        begun = time.monotonic()
        asked = await client.post("papers/archives", json={"filters": {}})
        if asked.status_code != 201:
            raise NotMeasured(asked.text)
        while not (archive := (await client.get("papers/archives")).json()[0])["ready"]:
            if time.monotonic() - begun > _PATIENCE:
                raise NotMeasured(f"{archive['made']} were made in {_PATIENCE:.0f} s")
            await asyncio.sleep(0.5)
        made = time.monotonic() - begun
        file = await client.get(f"papers/archives/{archive['id']}/file")
        seconds, megabytes = time.monotonic() - begun, grown() / 1e6
    with ZipFile(BytesIO(file.content)) as papers:
        if len(papers.namelist()) != PAPERS or papers.testzip():
            raise NotMeasured(f"the file has {len(papers.namelist())} papers")
    return "\n".join(
        (
            f"{PAPERS} papers made and stored (s){made:>16.1f}",
            f"and as one ZIP file of {len(file.content) / 1e6:.0f} MB (s)"
            f"{seconds:>12.1f}  {_verdict(seconds, TARGET_SECONDS)}",
            f"growth of enrollment's memory (MB){megabytes:>15.0f}"
            f"  {_verdict(megabytes, MEMORY_TARGET)}",
        )
    )


def _verdict(measured: float, target: float) -> str:
    return f"at most {target:.0f}: {'reached' if measured <= target else 'MISSED'}"


async def _issue(system: System) -> None:
    numbers = [generate_number() for _ in range(PAPERS)]
    connection = await asyncpg.connect(system.plan.database_url("enrollment"))
    # The enrollments that they are of are not there.
    await connection.execute(
        "ALTER TABLE certificates DROP CONSTRAINT fk_certificates_enrollment_id_enrollments"
    )
    credential = secrets.token_urlsafe(1500)
    await connection.execute(_INSERT, numbers, uuid4(), uuid4(), uuid4(), credential)
    await connection.close()


if __name__ == "__main__":
    sys.stdout.write(f"{run()}\n")
