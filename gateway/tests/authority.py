"""A certificate authority with the subset of ACME (RFC 8555) that Traefik uses.

It validates over HTTP by host name, at a local port, but does not check request signatures.
"""

import base64
import json
import secrets
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from joserfc.jwk import import_key

TOKEN = secrets.token_urlsafe(16)
_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "the authority")])


@dataclass
class Authority:
    """Records requests and issued certificates."""

    proof_port: int
    """Port for validation requests, instead of 80."""
    url: str = ""
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    contacts: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    thumbprint: str = ""
    proven: bool = False
    chain: str = ""

    @property
    def root(self) -> str:
        """Return the root certificate in PEM."""
        return self._sign(_NAME, self.key.public_key(), x509.BasicConstraints(True, None))

    def prove(self) -> None:
        """Request the challenge response from the host."""
        answer = httpx.get(
            f"http://127.0.0.1:{self.proof_port}/.well-known/acme-challenge/{TOKEN}",
            headers={"Host": self.hosts[0]},
            trust_env=False,
        )
        self.proven = answer.text == f"{TOKEN}.{self.thumbprint}"

    def certify(self, request: bytes) -> None:
        """Issue a certificate for the validated hosts."""
        asked = x509.load_der_x509_csr(request)
        names = x509.SubjectAlternativeName([x509.DNSName(each) for each in self.hosts])
        self.chain = self._sign(asked.subject, asked.public_key(), names)

    def serve_tls(self, folder: Path) -> ssl.SSLContext:
        """Build the TLS context of its own address, because ACME requires TLS."""
        key = ec.generate_private_key(ec.SECP256R1())
        here = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
        file = folder / "authority.pem"
        file.write_text(self._sign(_NAME, key.public_key(), here) + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ).decode())  # fmt: skip
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def _sign(self, subject: x509.Name, key: Any, extension: x509.ExtensionType) -> str:
        now = datetime.now(UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(_NAME)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(days=90))
            .add_extension(extension, True)
        )
        signed = made.sign(self.key, hashes.SHA256())
        return signed.public_bytes(serialization.Encoding.PEM).decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@contextmanager
def running(proof_port: int, folder: Path) -> Iterator[Authority]:
    """Run an authority that keeps its key in the folder."""
    authority = Authority(proof_port)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            names = ("newNonce", "newAccount", "newOrder", "revokeCert", "keyChange")
            self._answer({name: f"{authority.url}/{name}" for name in names})

        def do_HEAD(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            payload = json.loads(_decoded(body["payload"]) or "{}")
            match self.path:
                case "/newAccount":
                    jwk = json.loads(_decoded(body["protected"]))["jwk"]
                    authority.thumbprint = import_key(jwk).thumbprint()
                    authority.contacts = payload.get("contact", [])
                    self._answer({"status": "valid"}, 201, Location=f"{authority.url}/account")
                case "/newOrder":
                    authority.hosts = [each["value"] for each in payload["identifiers"]]
                    self._answer(self._order(), 201, Location=f"{authority.url}/order")
                case "/proof":
                    authority.prove()
                    self._answer(self._challenge(), Link=f'<{authority.url}/host>;rel="up"')
                case "/host":
                    self._answer({
                        "status": self._status(),
                        "identifier": {"type": "dns", "value": authority.hosts[0]},
                        "challenges": [self._challenge()],
                    })  # fmt: skip
                case "/finalize":
                    authority.certify(_decoded(payload["csr"]))
                    self._answer(self._order(), Location=f"{authority.url}/order")
                case "/certificate":
                    self._send(authority.chain.encode(), 200, "application/pem-certificate-chain")
                case _:
                    self._answer(self._order())

        def _status(self) -> str:
            return "valid" if authority.proven else "pending"

        def _challenge(self) -> dict[str, str]:
            return {"type": "http-01", "url": f"{authority.url}/proof", "token": TOKEN,
                    "status": self._status()}  # fmt: skip

        def _order(self) -> dict[str, Any]:
            status = "valid" if authority.chain else "ready" if authority.proven else "pending"
            return {
                "status": status,
                "identifiers": [{"type": "dns", "value": each} for each in authority.hosts],
                "authorizations": [f"{authority.url}/host"],
                "finalize": f"{authority.url}/finalize",
                **({"certificate": f"{authority.url}/certificate"} if authority.chain else {}),
            }

        def _answer(self, document: dict[str, Any], status: int = 200, **headers: str) -> None:
            self._send(json.dumps(document).encode(), status, "application/json", **headers)

        def _send(self, content: bytes, status: int, kind: str, **headers: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Replay-Nonce", secrets.token_urlsafe(16))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = authority.serve_tls(folder).wrap_socket(server.socket, server_side=True)
    authority.url = f"https://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield authority
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
