"""What the benchmarks run: private servers, some of our services, the bare one, the gateway."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kit.testing import SIGNING_KEY

from deploy.local import gateway, ports
from deploy.local.layout import ROOT, SERVICES
from deploy.local.servers import PrivatePostgres, PrivateRabbit

# All of the load comes from one address.
_NO_LIMITS = {"RATE_LOOKUPS": "100000000"}
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
    """Where everything is; `folder` is for files of the run."""

    folder: Path
    gateway_url: str
    database_urls: Mapping[str, str]
    broker_url: str
    services: Sequence[str]
    """Those of ours that run."""


@contextmanager
def running(folder: Path, services: Sequence[str] = OURS) -> Iterator[System]:
    """Start everything on free ports and stop it at the end."""
    taken: set[int] = set()

    def port() -> int:
        taken.add(chosen := ports.choose(taken))
        return chosen

    postgres = PrivatePostgres(folder / "postgres", port(), "bench", max_connections=200)
    rabbit = PrivateRabbit(folder / "rabbit", port(), port(), port(), "bench")
    numbers = {name: port() for name in (*services, "bare", "web", "gateway", "private")}
    urls = {name: f"{postgres.url}/{name}" for name in (*services, "bare")}
    with ExitStack() as stack:
        stack.enter_context(postgres.running(folder / "postgres.log"))
        stack.enter_context(rabbit.running(folder / "rabbit.log"))
        for url in urls.values():
            _psql(postgres.url + "/postgres", f"CREATE DATABASE {url.rpartition('/')[2]}")
        jwks = f"http://127.0.0.1:{numbers['bare']}/internal/jwks"
        for name in services:
            environment = _environment(name, urls[name], rabbit.url, jwks, folder)
            if name == "catalog":
                _python(environment, "kit", name, "prepare", "--demo")
            else:
                _python(environment, "kit", name, "migrate")
        bare = {
            "BENCH_DATABASE_URL": urls["bare"],
            "BENCH_KEYS": json.dumps({"keys": [SIGNING_KEY.as_dict(private=False)]}),
        }
        stack.enter_context(_uvicorn("bench.bare:app", numbers["bare"], bare, folder))
        for name in services:
            environment = _environment(name, urls[name], rabbit.url, jwks, folder)
            stack.enter_context(
                _uvicorn(f"{name}.main:app", numbers[name], environment, folder, "--factory")
            )
        stack.enter_context(_traefik(numbers, folder))
        yield System(folder, f"http://127.0.0.1:{numbers['gateway']}", urls, rabbit.url, services)


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
def _uvicorn(
    target: str, port: int, environment: Mapping[str, str], folder: Path, *options: str
) -> Iterator[None]:
    command = [
        sys.executable, "-m", "uvicorn", target, "--host", "127.0.0.1", "--port", str(port),
        "--no-access-log", "--log-level", "warning", *options,
    ]  # fmt: skip
    with _process(command, environment, folder / f"{target}.log"):
        _wait(f"http://127.0.0.1:{port}/health/ready")
        yield


@contextmanager
def _traefik(numbers: Mapping[str, int], folder: Path) -> Iterator[None]:
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
    copies = {name: [numbers.get(name, numbers["web"])] for name in SERVICES}
    environment = gateway.environment(copies, numbers["web"], "http://localhost", _NO_LIMITS)
    command = gateway.command(static, port=numbers["gateway"], private_port=numbers["private"])
    with _process(command, environment, folder / "gateway.log"):
        _wait(f"http://127.0.0.1:{numbers['gateway']}/bench/constant")
        yield


@contextmanager
def _process(command: list[str], environment: Mapping[str, str], log: Path) -> Iterator[None]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, cwd=ROOT, stdout=output, stderr=output
        )
    try:
        yield
    finally:
        process.terminate()
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
