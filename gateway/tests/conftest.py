"""Real Traefik and Caddy with the project's configuration, and servers in place of the services."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from deploy.local import gateway, ports
from deploy.local.layout import SERVICES, tool
from gateway.tests.upstream import Upstream, running

CHECKOUT = "https://checkout.example"


@dataclass
class Gateway:
    """A running gateway; `http` calls its public port, `private` the private one."""

    http: httpx.Client
    private: httpx.Client
    access_log: Path
    copies: dict[str, list[Upstream]] = field(default_factory=dict)
    restart: Callable[[], None] = lambda: None
    """Kills and restarts it; returns before it answers."""


StartGateway = Callable[..., Gateway]


def eventually(check: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until `check` returns True."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@contextmanager
def process(
    command: list[str], environment: dict[str, str], output: Path
) -> Iterator[subprocess.Popen[bytes]]:
    with output.open("ab") as log:
        child = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        yield child
    finally:
        child.terminate()
        try:
            child.wait(60)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def answers(client: httpx.Client, path: str) -> Callable[[], bool]:
    def check() -> bool:
        try:
            return client.get(path).status_code == 200
        except httpx.TransportError:
            return False

    return check


PAGE = """{{- $path := .OriginalReq.URL.Path -}}
{{- if not (regexMatch `^/(|trainings/.*|dashboard)$` $path) }}{{ httpError 404 }}{{ end -}}
{{- $head := httpInclude (printf "/internal/head?path=%s" (urlquery $path)) -}}
{{- if not $head }}{{ httpError 404 }}{{ end -}}
<html>{{ $head }} the app</html>"""
"""Page template like that of frontend/scripts/page-plugin.ts, for a smaller app."""


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the port of a Caddy in front of a catalog."""
    with (
        running("catalog") as catalog,
        serving(tmp_path_factory.mktemp("web"), catalog.port) as port,
    ):
        yield port


@contextmanager
def serving(folder: Path, catalog_port: int) -> Iterator[int]:
    """Yield the port of a Caddy with the project's Caddyfile and a small app."""
    # Test a path with a space, as in some checkouts.
    root = folder / "a dist"
    for name, text in {
        "page.html": PAGE,
        "missing.html": "<html>no page</html>",
        "sw.js": "// the worker",
        "icon.svg": "<svg/>",
        "large.html": "<p>the same again</p>" * 500,
        "favicon.svg": "<svg/>",
        "assets/index-abc123.js": "console.log('plain')",
        "assets/large-abc123.js": "console.log('plain')\n" * 200,
        "assets/index-abc123.js.br": "stands for the packed file",
        "_i18n/b1/ar/messages.json": '{"hello": "مرحبا"}',
    }.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    port = ports.choose()
    command = [str(tool("caddy")), "run", "--config", str(gateway.SOURCE / "Caddyfile"),
               "--adapter", "caddyfile"]  # fmt: skip
    environment = {
        "WEB_BIND": "127.0.0.1",
        "WEB_PORT": str(port),
        "WEB_ROOT": str(root),
        "CATALOG_UPSTREAMS": gateway.upstreams([catalog_port]),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with (
        process(command, environment, folder / "log"),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client,
    ):
        eventually(answers(client, "/"), "Caddy does not answer")
        yield port


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory, web: int) -> Iterator[StartGateway]:
    """Yield a function that starts gateways: `start(copies={"payments": 2}, RATE_CODES="3")`.

    `beside` starts another gateway in front of the same services.
    """
    with ExitStack() as stack:

        def begin(
            copies: dict[str, int] | None = None,
            trusted: list[str] | None = None,
            beside: Gateway | None = None,
            **environment: str,
        ) -> Gateway:
            folder = tmp_path_factory.mktemp("gateway")
            upstreams = (
                beside.copies
                if beside
                else {
                    name: [
                        stack.enter_context(running(name))
                        for _ in range((copies or {}).get(name, 1))
                    ]
                    for name in SERVICES
                }
            )
            port, private_port = ports.choose(), ports.choose()
            gateway.write_static_configuration(
                folder / "traefik.yaml",
                port=port,
                private_port=private_port,
                trusted_proxies=trusted or [],
            )
            service_ports = {
                name: [upstream.port for upstream in group] for name, group in upstreams.items()
            }
            command = gateway.command(folder / "traefik.yaml", port=port, private_port=private_port)
            variables = gateway.environment(service_ports, web, CHECKOUT, environment)
            child = stack.enter_context(process(command, variables, folder / "log"))

            def restart() -> None:
                nonlocal child
                child.kill()
                child.wait()
                child = stack.enter_context(process(command, variables, folder / "log"))

            client, private = (
                httpx.Client(base_url=f"http://127.0.0.1:{each}", timeout=60, trust_env=False)
                for each in (port, private_port)
            )
            begun = Gateway(
                stack.enter_context(client),
                stack.enter_context(private),
                folder / "log",
                upstreams,
                restart,
            )
            eventually(answers(client, "/"), "the gateway does not answer")
            return begun

        yield begin


@pytest.fixture(scope="module")
def here(start: StartGateway) -> Gateway:
    """Start a gateway with the unchanged configuration, reached directly by clients."""
    return start()
