"""System under benchmark: private servers, services, the bare reference and the gateway."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kit.core.config import Role
from kit.testing import SIGNING_KEY

from deploy.local import gateway, ports
from deploy.local.layout import ROOT, SERVICES
from deploy.local.plan import serving
from deploy.local.servers import PrivatePostgres, PrivateRabbit

# All of the load comes from one address.
_NO_LIMITS = dict.fromkeys(("RATE_LOOKUPS", "RATE_SIGN_IN"), "100000000")
OURS = ("catalog", "enrollment")
BARE_ROUTES = """
http:
  routers:
    bench:
      rule: PathPrefix(`/bench`)
      priority: 100
      service: bench
      middlewares: [headers, compress, retry]
    bench-writes:
      rule: PathPrefix(`/bench`) && Method(`POST`)
      priority: 200
      service: bench
      middlewares: [headers, compress, body-default]
  services:
    bench:
      loadBalancer:
        serversTransport: upstream
        healthCheck: {path: /health/ready, interval: 5s, timeout: 3s}
        servers: [{url: "http://127.0.0.1:%d"}]
"""


@dataclass(frozen=True, slots=True)
class System:
    """Addresses of the running system; `folder` holds files of the run."""

    folder: Path
    gateway_url: str
    database_urls: Mapping[str, str]
    broker_url: str
    services: Sequence[str]
    """Those of ours that run."""
    environments: Mapping[str, Mapping[str, str]]
    """Environment of each service."""


@contextmanager
def running(
    folder: Path,
    services: Sequence[str] = OURS,
    role: Role = Role.ALL,
    copies: Mapping[str, int] | None = None,
    demo: Sequence[str] = ("catalog",),
) -> Iterator[System]:
    """Start everything on free ports, and stop it at the end.

    Our services run in this role, those in `demo` with demo data, with one replica unless `copies`
    says otherwise.
    """
    taken: set[int] = set()

    def port() -> int:
        taken.add(chosen := ports.choose(taken))
        return chosen

    postgres = PrivatePostgres(folder / "postgres", port(), "bench", max_connections=200)
    rabbit = PrivateRabbit(folder / "rabbit", port(), port(), port(), "bench")
    numbers = {name: port() for name in ("bare", "web", "gateway", "private")}
    of_copies = {name: [port() for _ in range((copies or {}).get(name, 1))] for name in services}
    urls = {name: f"{postgres.url}/{name}" for name in (*services, "bare")}
    with ExitStack() as stack:
        stack.enter_context(postgres.running(folder / "postgres.log"))
        stack.enter_context(rabbit.running(folder / "rabbit.log"))
        for url in urls.values():
            _psql(postgres.url + "/postgres", f"CREATE DATABASE {url.rpartition('/')[2]}")
        jwks = f"http://127.0.0.1:{numbers['bare']}/internal/jwks"
        environments = {
            name: _environment(name, urls[name], rabbit.url, jwks, folder) for name in services
        }
        for name, environment in environments.items():
            if name in demo:
                _python(environment, "kit", name, "prepare", "--demo")
            else:
                _python(environment, "kit", name, "migrate")
        bare = {
            "BENCH_DATABASE_URL": urls["bare"],
            "BENCH_KEYS": json.dumps({"keys": [SIGNING_KEY.as_dict(private=False)]}),
        }
        stack.enter_context(_bare(numbers["bare"], bare, folder))
        for name, environment in environments.items():
            in_role = environment | {"ITQAN_ROLE": role}
            for number in of_copies[name]:
                stack.enter_context(_served(name, number, in_role, folder))
        stack.enter_context(_traefik(numbers, of_copies, folder))
        url = f"http://127.0.0.1:{numbers['gateway']}"
        yield System(folder, url, urls, rabbit.url, services, environments)


@contextmanager
def worker(system: System, service: str) -> Iterator[None]:
    """A process of a service that does its background work, within the block."""
    environment = {**system.environments[service], "ITQAN_ROLE": Role.WORKER}
    with _served(service, ports.choose(), environment, system.folder):
        yield


def _environment(
    service: str, database_url: str, broker_url: str, jwks_url: str, folder: Path
) -> dict[str, str]:
    return {
        "ITQAN_SERVICE": service,
        "ITQAN_DATABASE_URL": database_url,
        "ITQAN_BROKER_URL": broker_url,
        "ITQAN_JWKS_URL": jwks_url,
        "ITQAN_FILES_URL": (folder / "files").as_uri(),
        "ITQAN_LOG_LEVEL": "WARNING",
    }


def _python(environment: Mapping[str, str], module: str, *arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, **environment},
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def _psql(url: str, statement: str) -> None:
    subprocess.run(["psql", "-q", url, "-c", statement], check=True)


@contextmanager
def _served(
    service: str, port: int, environment: Mapping[str, str], folder: Path
) -> Iterator[None]:
    """A copy as every installation runs it."""
    command = serving(service, port)
    # At once, without waiting for the gateway to notice.
    with _process(command, environment, folder / f"{service}.log", signal.SIGINT):
        _wait(f"http://127.0.0.1:{port}/health/ready")
        yield


@contextmanager
def _bare(port: int, environment: Mapping[str, str], folder: Path) -> Iterator[None]:
    command = [
        sys.executable, "-m", "uvicorn", "bench.bare:app", "--host", "127.0.0.1",
        "--port", str(port), "--no-access-log", "--log-level", "warning",
    ]  # fmt: skip
    with _process(command, environment, folder / "bare.log"):
        _wait(f"http://127.0.0.1:{port}/health/ready")
        yield


@contextmanager
def _traefik(
    numbers: Mapping[str, int], of_copies: Mapping[str, Sequence[int]], folder: Path
) -> Iterator[None]:
    static = folder / "traefik.yaml"
    gateway.write_static_configuration(
        static, port=numbers["gateway"], private_port=numbers["private"]
    )
    dynamic = folder / "dynamic"
    dynamic.mkdir()
    for path in (gateway.SOURCE / "dynamic").iterdir():
        (dynamic / path.name).write_text(path.read_text())
    (dynamic / "bench.yaml").write_text(BARE_ROUTES % numbers["bare"])
    static.write_text(static.read_text().replace(str(gateway.SOURCE / "dynamic"), str(dynamic)))
    # Only some services run; the others' routes lead to a port where nothing listens.
    copies = {name: of_copies.get(name, [numbers["web"]]) for name in SERVICES}
    environment = gateway.environment(copies, numbers["web"], "http://localhost", _NO_LIMITS)
    command = gateway.command(static, port=numbers["gateway"], private_port=numbers["private"])
    with _process(command, environment, folder / "gateway.log"):
        _wait(f"http://127.0.0.1:{numbers['gateway']}/bench/constant")
        yield


@contextmanager
def _process(
    command: list[str],
    environment: Mapping[str, str],
    log: Path,
    stop_with: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, cwd=ROOT, stdout=output, stderr=output
        )
    try:
        yield
    finally:
        process.send_signal(stop_with)
        process.wait(20)


def _wait(url: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                if answer.status == 200:
                    return
        except (OSError, urllib.error.URLError):
            if time.monotonic() > end:
                raise
        time.sleep(0.1)
