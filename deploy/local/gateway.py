"""Runs the gateway's own configuration files at this machine's addresses."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from deploy.local.layout import ROOT, tool

SOURCE = ROOT / "gateway"


def write_static_configuration(
    target: Path, *, port: int, private_port: int, trusted_proxies: Sequence[str] = ()
) -> None:
    """Write gateway/traefik.yaml to `target` with the addresses of this run.

    Traefik reads no variables in its static file, and ignores options if a file is given.
    """
    configuration = yaml.safe_load((SOURCE / "traefik.yaml").read_text())
    entry_points = configuration["entryPoints"]
    entry_points["web"]["address"] = f"127.0.0.1:{port}"
    entry_points["web"]["forwardedHeaders"]["trustedIPs"] = list(trusted_proxies)
    entry_points["private"]["address"] = f"127.0.0.1:{private_port}"
    configuration["providers"]["file"]["directory"] = str(_dynamic(target))
    target.write_text(yaml.safe_dump(configuration, sort_keys=False))


def command(configuration: Path, *, port: int, private_port: int) -> list[str]:
    """Return the command that starts Traefik with a file of `write_static_configuration`."""
    return [
        sys.executable, "-m", "gateway.serve",
        "--web", f"127.0.0.1:{port}", "--private", f"127.0.0.1:{private_port}",
        "--dynamic", str(_dynamic(configuration)),
        "--", str(tool("traefik")), f"--configFile={configuration.resolve()}",
    ]  # fmt: skip


def _dynamic(configuration: Path) -> Path:
    """Return the folder of the dynamic files that belong to a static file."""
    return configuration.resolve().parent / "dynamic"


def urls(ports: Sequence[int]) -> list[str]:
    """The addresses of the copies that listen at these ports."""
    return [f"http://127.0.0.1:{port}" for port in ports]


def upstreams(ports: Sequence[int]) -> str:
    """The copies of a service as gateway/Caddyfile reads them."""
    return " ".join(urls(ports))


def environment(
    service_ports: Mapping[str, Sequence[int]],
    web_port: int,
    checkout_origin: str,
    rates: Mapping[str, str],
) -> dict[str, str]:
    """The variables that gateway/dynamic/*.yaml reads."""
    return {
        **{f"{name.upper()}_URLS": ",".join(urls(ports)) for name, ports in service_ports.items()},
        "WEB_URLS": f"http://127.0.0.1:{web_port}",
        "PAYMOB_CHECKOUT_ORIGIN": checkout_origin,
        # The sandbox needs no registration at Firebase.
        "FIREBASE_WEB": "",
        **rates,
    }
