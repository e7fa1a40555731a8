"""TLS termination with an ACME certificate if ACME_EMAIL is set."""

import ssl
import stat
from pathlib import Path

import httpx
import pytest
import yaml

from deploy.local import gateway, ports
from deploy.local.layout import SERVICES
from gateway import serve
from gateway.tests.authority import running
from gateway.tests.conftest import CHECKOUT, eventually, process

HOST = "itqan.example"
SOURCE = gateway.SOURCE / "traefik.yaml"


@pytest.fixture
def static(tmp_path: Path) -> tuple[Path, dict[str, int]]:
    """Write the static file with local addresses and return their ports."""
    addresses = {name: ports.choose() for name in ("web", "plain", "private")}
    text = SOURCE.read_text().replace("/tmp/dynamic", str(tmp_path / "dynamic"))
    text = text.replace("/data/acme/acme.json", str(tmp_path / "acme.json"))
    for port, name in (("8080", "web"), ("8081", "plain"), ("9100", "private")):
        assert f'address: ":{port}"' in text
        text = text.replace(f'address: ":{port}"', f'address: "127.0.0.1:{addresses[name]}"')
    file = tmp_path / "traefik.yaml"
    file.write_text(text)
    return file, addresses


def test_it_has_itself_certified_and_sends_everybody_to_tls(
    static: tuple[Path, dict[str, int]], web: int, tmp_path: Path
) -> None:
    file, addresses = static
    with running(addresses["plain"], tmp_path) as authority:
        (tmp_path / "root.pem").write_text(authority.root)
        command = gateway.command(file, port=addresses["web"], private_port=addresses["private"])
        command[3:3] = ["--plain", f"127.0.0.1:{addresses['plain']}"]
        environment = {
            **gateway.environment({name: [1] for name in SERVICES}, web, CHECKOUT, {}),
            "ACME_EMAIL": "operator@itqan.example",
            "ACME_SERVER": f"{authority.url}/directory",
            "PUBLIC_URL": f"https://{HOST}",
            "SSL_CERT_FILE": str(tmp_path / "root.pem"),
        }
        trusting = ssl.create_default_context(cadata=authority.root)
        named = {"sni_hostname": HOST}
        with (
            process(command, environment, tmp_path / "log"),
            httpx.Client(
                base_url=f"https://127.0.0.1:{addresses['web']}",
                headers={"Host": HOST},
                verify=trusting,
                trust_env=False,
            ) as client,
            httpx.Client(
                base_url=f"http://127.0.0.1:{addresses['plain']}",
                headers={"Host": HOST},
                trust_env=False,
            ) as plain,
        ):

            def certified() -> bool:
                try:
                    return client.get("/", extensions=named).status_code == 200
                except httpx.TransportError:
                    return False

            # The gateway first creates a 4096-bit RSA account key.
            eventually(certified, "the gateway has no certificate of the authority", seconds=120)
            assert authority.hosts == [HOST]
            assert authority.contacts == ["mailto:operator@itqan.example"]
            secure = client.get("/", extensions=named).headers["Strict-Transport-Security"]
            assert secure == "max-age=31536000; includeSubDomains"
            answer = plain.get("/trainings/1?city=2")
            assert answer.status_code in (301, 308)
            assert answer.headers["Location"] == f"https://{HOST}/trainings/1?city=2"
            assert "Strict-Transport-Security" not in answer.headers
            kept = tmp_path / "acme.json"
            assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_without_it_nothing_is_different() -> None:
    command = ["traefik", f"--configFile={SOURCE}"]
    for environment in ({}, {"ACME_EMAIL": "", "PUBLIC_URL": f"https://{HOST}"}):
        assert serve.enable_acme(command, environment) == command
    plain = yaml.safe_load(SOURCE.read_text())
    assert set(plain["entryPoints"]) == {"web", "private"}
    assert "tls" not in plain["entryPoints"]["web"]["http"]
    assert "certificatesResolvers" not in plain


def test_with_it_only_what_tls_needs_is_different() -> None:
    given = {"ACME_EMAIL": "a@b.example", "PUBLIC_URL": f"https://{HOST}/"}
    program, option = serve.enable_acme(["traefik", f"--configFile={SOURCE}"], given)
    assert program == "traefik"
    made = yaml.safe_load(Path(option.partition("=")[2]).read_text())
    tls = made["entryPoints"]["web"]["http"].pop("tls")
    assert tls == {"certResolver": "acme", "domains": [{"main": HOST}]}
    assert made["entryPoints"].pop("plain")["address"] == ":8081"
    acme = made.pop("certificatesResolvers")["acme"]["acme"]
    assert (acme["email"], acme["caServer"]) == ("a@b.example", serve.LETS_ENCRYPT)
    assert made == yaml.safe_load(SOURCE.read_text())


@pytest.mark.parametrize("url", ["", "http://itqan.example", "https://"])
def test_it_needs_an_https_address(url: str) -> None:
    with pytest.raises(SystemExit, match="PUBLIC_URL"):
        serve.enable_acme(["traefik"], {"ACME_EMAIL": "a@b.example", "PUBLIC_URL": url})
