"""The images of compose.yaml as one system: what people do, copies that come and go, a restore."""

import os
import re
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from deploy.containers import images
from deploy.containers.system.conftest import Containers, docker
from deploy.containers.system.load import sent
from deploy.local.build import node_environment
from deploy.local.layout import FRONTEND, LOCAL, ROOT, SERVICES, tool
from deploy.local.testing import browser

METHODS = "/api/v1/payment-methods"
TESTS = {
    "identity": "services/identity/tests/sign_in/openid",
    "catalog": "services/catalog/tests/gazetteer services/catalog/tests/test_seed.py",
    "enrollment": "services/enrollment/tests/papers",
    "payments": "services/payments/tests/documents",
    "approvals": "services/approvals/tests --ignore-glob=*/test_many.py",
    "notifications": "services/notifications/tests/deliveries/test_pushes.py",
}
"""Tests of one service without those of query plans, which depend on load; for others those of
unique libraries.
"""
SPREAD_SECONDS = 10.0
"""Within it a new copy gets requests."""


def count_requests(container: str) -> float:
    """Read how many requests for payment methods a copy has answered."""
    page = docker("exec", container, "busybox", "wget", "-q", "-O", "-",
                  "http://127.0.0.1:8000/metrics")  # fmt: skip
    route = METHODS.removeprefix("/api/v1")
    counts = re.findall(
        rf'^http_requests_total{{[^}}]*route="[^"]*{route}"[^}}]*}} (\S+)', page, re.MULTILINE
    )
    return sum(map(float, counts))


def make(command: str, **variables: str) -> None:
    subprocess.run(
        ["make", "--no-print-directory", command], check=True, env={**os.environ, **variables}
    )


def counts(containers: Containers) -> dict[str, float]:
    return {copy: count_requests(copy) for copy in containers.copies("payments")}


@pytest.mark.usefixtures("containers")
def test_images_hold_only_what_their_service_needs() -> None:
    sizes = {name: size / 1e6 for name, size in images.sizes().items()}
    print("MB above the base:", ", ".join(f"{name} {size:.0f}" for name, size in sizes.items()))
    # Typst takes 68 MB.
    allowed = {name: 220 if name in ("enrollment", "payments") else 150 for name in sizes}
    assert {name: size for name, size in sizes.items() if size > allowed[name]} == {}


@pytest.mark.parametrize("service", SERVICES)
def test_the_tests_of_a_service_pass_in_its_image(
    containers: Containers, packages: Path, service: str
) -> None:
    done = subprocess.run(
        ["docker", "run", "--rm", "--network", containers.network, "--workdir", "/work",
         "--volume", f"{ROOT}:/work:ro", "--volume", f"{packages}:/packages:ro",
         "--env", "PYTHONDONTWRITEBYTECODE=1", "--env", "ITQAN_TEST_BROKER_URL=",
         "--env", "ITQAN_TEST_POSTGRES_URL=postgresql://postgres:itqan@postgres:5432",
         f"local/itqan/{service}:latest", "sh", "-c",
         # The image's own packages come first.
         'PYTHONPATH="$(echo /venv/lib/python3*/site-packages):/packages" '
         f"exec python -m pytest -x -p no:cacheprovider {TESTS[service]}"],
        check=False,
    )  # fmt: skip
    assert done.returncode == 0


@pytest.mark.parametrize(
    "title",
    ["in en", "in ar", "the last seat", "a passkey"],
    # `-k` takes no spaces.
    ids=lambda title: title.replace(" ", "_"),
)
def test_a_journey_passes(containers: Containers, title: str) -> None:
    done = subprocess.run(
        [tool("npm"), "run", "--silent", "e2e", "--", "journey.spec.ts", "--project=others",
         "--workers=1", "--reporter=list", f"--grep={title}",
         f"--output={LOCAL / 'containers' / 'journeys'}"],
        check=False,
        cwd=FRONTEND,
        env={
            **node_environment(),
            **browser(),
            "ITQAN_E2E_URL": containers.url,
            "ITQAN_E2E_MAIL_URL": f"http://localhost:{os.environ['MAIL_PORT']}",
            "ITQAN_E2E_SANDBOX_URL": f"http://localhost:{os.environ['SANDBOX_PORT']}",
        },
    )  # fmt: skip
    assert done.returncode == 0


def test_three_copies_share_the_requests(containers: Containers) -> None:
    with sent(f"{containers.url}{METHODS}", per_second=50) as load:
        containers.scale("payments", 3)
        time.sleep(SPREAD_SECONDS)
        before = counts(containers)
        time.sleep(3)
        new = {copy: count - before[copy] for copy, count in counts(containers).items()}
        assert len(new) == 3
        assert min(new.values()) > 0, "a new copy gets no requests"
    assert load.failed == {}
    before = counts(containers)
    with sent(f"{containers.url}{METHODS}", per_second=100, maximum=3000) as load:
        pass
    assert load.failed == {}
    shares = [(count - before[copy]) / 3000 for copy, count in counts(containers).items()]
    print("shares:", " ".join(f"{share:.1%}" for share in shares))
    assert all(0.25 <= share <= 0.42 for share in shares)


def test_copies_that_die_and_stop_lose_no_request(containers: Containers) -> None:
    with sent(f"{containers.url}{METHODS}", per_second=50, maximum=1000) as load:
        killed, stopped, _ = containers.copies("payments")
        time.sleep(2)
        docker("kill", killed)
        time.sleep(5)
        docker("stop", stopped)
        time.sleep(5)
    print(f"answers: {dict(load.answers)}")
    assert load.failed == {}


def test_a_release_loses_no_request(containers: Containers) -> None:
    containers.scale("payments", 2)
    for name in (*SERVICES, "gateway", "web", "sandbox"):
        docker("tag", f"local/itqan/{name}:latest", f"local/itqan/{name}:next")
    before = set(containers.copies("payments"))
    with sent(f"{containers.url}{METHODS}", per_second=100, maximum=5000) as load:
        make("release", TAG="next")
    print(f"answers: {dict(load.answers)}")
    after = set(containers.copies("payments"))
    assert len(after) == 2
    assert not after & before
    assert load.failed == {}


def test_the_databases_go_back_to_a_moment(containers: Containers) -> None:
    server = ("exec", "-T", "-u", "postgres", "postgres")

    def ask(statement: str) -> str:
        return containers.command(
            *server, "psql", "-qAt", "-d", "payments", "-c", statement
        ).strip()

    containers.command(*server, "sh", "/etc/itqan/archive.sh", "base")
    charges = ask("SELECT count(*) FROM charges")
    ask("CREATE TABLE moments AS SELECT 'before' AS name")
    time.sleep(2)
    moment = ask("SELECT now()")
    time.sleep(2)
    ask("INSERT INTO moments VALUES ('after')")
    segment = ask("SELECT pg_walfile_name(pg_switch_wal())")
    while ask("SELECT last_archived_wal FROM pg_stat_archiver") < segment:
        time.sleep(1)
    containers.command("down")
    project = os.environ["COMPOSE_PROJECT_NAME"]
    docker("volume", "rm", f"{project}_postgres", f"{project}_rabbit")
    containers.command("run", "--rm", "-T", "--no-deps", "postgres", "restore", moment)
    containers.command("up", "--detach", "--wait", "postgres", "rabbit")
    assert ask("SELECT name FROM moments") == "before"
    assert ask("SELECT count(*) FROM charges") == charges
    for name in SERVICES:
        containers.command(
            "run", "--rm", "-T", "--no-deps", name, "python", "-m", "kit", name, "recover"
        )
    containers.command("up", "--detach", "--wait")
    assert httpx.get(f"{containers.url}{METHODS}").status_code == 200


def test_what_is_restored_is_what_was_backed_up(containers: Containers, tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    trainings = httpx.get(f"{containers.url}/api/v1/trainings").json()
    assert trainings["meta"]["total"] > 0
    make("backup", TO=str(tmp_path), COMPOSE="1")
    containers.command("down")
    volumes = ["postgres", "rabbit", *(f"{name}-files" for name in SERVICES)]
    docker("volume", "rm", *(f"{os.environ['COMPOSE_PROJECT_NAME']}_{name}" for name in volumes))
    containers.command("up", "--detach", "--wait", "postgres")
    (backup,) = tmp_path.glob("*Z")
    make("restore", FROM=str(backup), COMPOSE="1", DEMO="0")
    os.environ["DEMO"] = "0"
    containers.command("up", "--detach", "--wait")
    assert httpx.get(f"{containers.url}/api/v1/trainings").json() == trainings
