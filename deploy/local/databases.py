"""A role and a database for each service, migrations, and the data to begin with."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import asyncpg

from deploy.local.layout import PACKAGES, ROOT, SERVICES, digest
from deploy.local.plan import Plan
from deploy.local.problems import Problem
from deploy.local.servers import dying_with_parent
from deploy.local.steps import Steps


def make_ready(plan: Plan, steps: Steps) -> None:
    """Migrate and fill the six databases.

    It is idempotent, and skipped if the same code has already run on this cluster. The mark lies in
    the cluster's own folder, so it disappears with the cluster.
    """
    mark = plan.state.data / "made-ready"
    done_by = digest([ROOT / package for package in PACKAGES], str(plan.options.demo))
    if mark.exists() and mark.read_text() == done_by:
        return
    with steps.step("Creating a database and a role for each service"):
        asyncio.run(make_databases(plan))
    with steps.step("Migrating and loading the six databases"):
        said = prepare_all(plan)
    for service, prepared in said.items():
        times = ", ".join(f"{step} {taken:.1f} s" for step, taken in prepared["seconds"].items())
        print(f"    {service:<16} {times}")
    show_accounts(plan, said["identity"]["said"])
    mark.write_text(done_by)


def show_accounts(plan: Plan, accounts: str) -> None:
    """Show the accounts to sign in with, which is what identity says at its end.

    The demo's are shown at the end of every start. A first password is shown at once, since the
    start may yet fail, and is kept nowhere.
    """
    if plan.options.demo:
        plan.state.notes["accounts"] = accounts
    else:
        plan.state.notes.pop("accounts", None)
        print("".join(f"\n    {line}" for line in accounts.splitlines()), flush=True)
    plan.state.save()


async def make_databases(plan: Plan) -> None:
    """Create missing roles and databases."""
    connection = await asyncpg.connect(f"{plan.postgres().url}/postgres")
    try:
        # Each database belongs to its service's role; other roles cannot connect.
        for service in SERVICES:
            known = await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", service)
            if not known:
                password = plan.state.secret(f"database-{service}")
                await connection.execute(f"CREATE ROLE {service} LOGIN PASSWORD '{password}'")
            made = await connection.fetchval(
                "SELECT 1 FROM pg_database WHERE datname = $1", service
            )
            if not made:
                await connection.execute(f"CREATE DATABASE {service} OWNER {service}")
            await connection.execute(f"REVOKE ALL ON DATABASE {service} FROM PUBLIC")
            # Not asked for at each connection: a pooler of connections refuses that.
            await connection.execute(f"ALTER DATABASE {service} SET jit = off")
            # A statement's helpers cost more than they save where requests come at once.
            await connection.execute(
                f"ALTER DATABASE {service} SET max_parallel_workers_per_gather = 0"
            )
            # Compresses long events faster.
            await connection.execute(
                f"ALTER DATABASE {service} SET default_toast_compression = lz4"
            )
    finally:
        await connection.close()


def prepare_all(plan: Plan) -> dict[str, Any]:
    """Prepare each service's database and return the reports of `kit.web.bootstrap`.

    A `Problem` with the reason when one fails.
    """
    # The demo brings an admin of its own; without it, identity makes the first one.
    demo = plan.options.demo
    choices = {"ITQAN_DEMO": str(int(demo)), "ITQAN_FIRST_ADMIN": str(int(not demo))}
    given = {service: {**plan.environment(service), **choices} for service in SERVICES}
    done = subprocess.run(
        dying_with_parent([sys.executable, "-m", "deploy.local.preparing"]),
        check=False,
        cwd=ROOT,
        # Not as arguments, which everybody on the machine can read: there are passwords in it.
        input=json.dumps(given),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Problem(f"The databases could not be prepared:\n{done.stderr[-3000:]}")
    reports: dict[str, Any] = json.loads(done.stdout)
    for service, prepared in reports.items():
        if "failure" in prepared:
            raise Problem(
                f"`python -m kit {service} prepare` failed:\n{prepared['failure'][-3000:]}"
            )
    return reports
