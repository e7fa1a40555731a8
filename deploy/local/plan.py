"""The processes of the system, as data: the supervisor runs them, tests compare them."""

import hashlib
import json
import sys
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from deploy.local import broker, gateway
from deploy.local.layout import FRONTEND, MAIL, ROOT, SERVICES, node, tool
from deploy.local.options import Options
from deploy.local.servers import PrivatePostgres, PrivateRabbit
from deploy.local.state import State

CONNECTIONS_PER_PROCESS = 16
"""Maximum connections of a replica, as in `kit.core.config`."""
NICENESS = {"notifications": 5, "payments": 3}
"""Niceness of services whose users wait for seconds, not milliseconds. Under load they get a half
or a third of the CPU of others.
"""
# Connections for migrations, the command line and operators.
_SPARE_CONNECTIONS = 40
# How many copies of all services `make scale` can make of a system that was started with fewer.
_SCALED_COPIES = 18

BANK_ACCOUNT = {
    "iban": "SA0380000000608010167519",
    "bank_en": "Demo Bank",
    "bank_ar": "البنك التجريبي",
    "beneficiary_en": "Itqan (demo)",
    "beneficiary_ar": "إتقان (تجريبي)",
}
"""Fictitious account of the demo."""


def serving(service: str, port: int) -> list[str]:
    """The command of a copy."""
    modest = ["nice", "-n", str(NICENESS[service])] if service in NICENESS else []
    return [*modest, sys.executable, "-m", "kit", service, "serve", "--port", str(port)]


@dataclass(frozen=True)
class Process:
    """One process under supervision; `part` is what it is called in `make logs` and status."""

    name: str
    part: str
    command: list[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    directory: Path = ROOT
    stop_signal: str = "TERM"
    # Signal after its supervisor was killed: it cannot be sent another one later.
    death_signal: str = "KILL"
    health_url: str | None = None
    # Off for one that only helps the copies of its part.
    is_copy: bool = True


@dataclass(frozen=True)
class Plan:
    """Everything that runs for one state and one choice of options."""

    options: Options
    state: State

    def port_names(self) -> list[str]:
        """The private ports that must be chosen before anything starts."""
        fixed = ["postgres", "rabbit", "rabbit-distribution", "rabbit-mapper", "supervisor"]
        if self.options.monitored:
            fixed.append("rabbit-metrics")
        return [
            *fixed, "smtp", "fcm-sandbox", "sms-sandbox", "webpush-sandbox", "web",
            "gateway-private",
            *self._copy_names(),
        ]  # fmt: skip

    def _copy_names(self) -> list[str]:
        return [
            f"{name}-{copy}"
            for name in SERVICES
            for copy in range(1, self.options.copies.get(name, 1) + 1)
        ]

    def postgres(self) -> PrivatePostgres:
        """The database server."""
        return PrivatePostgres(
            data=self.state.data / "postgres",
            port=self.state.port("postgres"),
            password=self.state.secret("postgres"),
            max_connections=_SPARE_CONNECTIONS
            + CONNECTIONS_PER_PROCESS * max(len(self._copy_names()), _SCALED_COPIES),
        )

    def rabbit(self) -> PrivateRabbit:
        """The broker."""
        return PrivateRabbit(
            folder=self.state.data / "rabbit",
            port=self.state.port("rabbit"),
            distribution_port=self.state.port("rabbit-distribution"),
            mapper_port=self.state.port("rabbit-mapper"),
            definitions=broker.definitions(
                {name: self.state.secret(f"broker-{name}") for name in SERVICES}
            ),
            metrics_port=self.state.ports.get("rabbit-metrics"),
        )

    def database_url(self, service: str) -> str:
        """The service's own database with its own role."""
        password = quote(self.state.secret(f"database-{service}"))
        return (
            f"postgresql://{service}:{password}@127.0.0.1:{self.state.port('postgres')}/{service}"
        )

    def broker_url(self, service: str) -> str:
        """The broker, for the service's own user."""
        return self.rabbit().address(service, self.state.secret(f"broker-{service}"))

    def environment(self, service: str) -> dict[str, str]:
        """The variables of a service, for the server and by the admin commands alike."""
        values = {
            "ITQAN_ENV": "development",
            "ITQAN_SERVICE": service,
            "ITQAN_DATABASE_URL": self.database_url(service),
            "ITQAN_BROKER_URL": self.broker_url(service),
            "ITQAN_ROLE": "all",
            "ITQAN_PUBLIC_URL": self.options.public_url,
            "ITQAN_JWKS_URL": f"http://127.0.0.1:{self.state.port('identity-1')}/internal/jwks",
            "ITQAN_JWKS_FILE": str(self.state.folder.resolve() / "keys" / f"{service}.json"),
            "ITQAN_FILES_URL": (self.state.folder.resolve() / "files" / service).as_uri(),
            "ITQAN_LOG_LEVEL": "INFO",
            # Uvicorn's own: whose word for the client's address is taken, which is the gateway's.
            "FORWARDED_ALLOW_IPS": "127.0.0.1",
            # glibc keeps an arena per thread otherwise: a third more memory for nothing.
            "MALLOC_ARENA_MAX": "2",
        }
        own = {
            "identity": {
                "ITQAN_SIGNING_KEY": self.state.secret("signing-key"),
                "ITQAN_LEARNER_SECRET": self.state.secret("learner-secret"),
            },
            "enrollment": {
                "ITQAN_CREDENTIAL_SECRET": self.state.secret("credential-secret"),
                "ITQAN_LEARNER_SECRET": self.state.secret("learner-secret"),
            },
            "payments": self._paymob() | {"ITQAN_BANK_ACCOUNT": json.dumps(BANK_ACCOUNT)},
            "notifications": {
                "ITQAN_SEALING_SECRET": self.state.secret("sealing-secret"),
                "ITQAN_SMTP_URL": f"smtp://127.0.0.1:{self.state.port('smtp')}",
                "ITQAN_MAIL_FROM": "Itqan <no-reply@itqan.example>",
                "ITQAN_SMS": self._texts("sms"),
                "ITQAN_WHATSAPP": self._texts("whatsapp"),
                "ITQAN_FCM_SANDBOX_URL": f"http://127.0.0.1:{self.state.port('fcm-sandbox')}",
                "ITQAN_WEB_PUSH_SANDBOX_URL": self.webpush_url,
                "ITQAN_WEB_PUSH_KEY": self._push_key(),
            },
        }
        return values | own.get(service, {}) | dict(self.options.settings)

    @property
    def gateway_metrics(self) -> str:
        """Return the URL of the gateway's metrics, for this machine only."""
        return f"http://127.0.0.1:{self.state.port('gateway-private')}/metrics"

    @property
    def sandbox_url(self) -> str:
        """Return the card sandbox's URL for browsers."""
        return f"http://localhost:{self.options.sandbox_port}"

    def _paymob(self) -> dict[str, str]:
        from deploy.sandboxes.paymob.config import Settings  # noqa: PLC0415

        sandbox = Settings()
        mada, *_ = sandbox.other_integration_ids
        return {
            "ITQAN_PAYMOB_API_URL": f"http://127.0.0.1:{self.options.sandbox_port}",
            "ITQAN_PAYMOB_CHECKOUT_URL": f"{self.sandbox_url}/unifiedcheckout/",
            "ITQAN_PAYMOB_PUBLIC_KEY": sandbox.public_key,
            "ITQAN_PAYMOB_SECRET_KEY": sandbox.secret_key,
            "ITQAN_PAYMOB_API_KEY": sandbox.api_key,
            "ITQAN_PAYMOB_HMAC_SECRET": sandbox.hmac_secret,
            "ITQAN_PAYMOB_INTEGRATION_ID": str(sandbox.integration_id),
            "ITQAN_PAYMOB_INTEGRATIONS": json.dumps({"mada": {"id": mada}}),
        }

    @property
    def sms_url(self) -> str:
        """Return the URL of the text message sandbox and its page."""
        return f"http://127.0.0.1:{self.state.port('sms-sandbox')}"

    @property
    def webpush_url(self) -> str:
        """Return the URL of the demo's push service for browsers."""
        return f"http://127.0.0.1:{self.state.port('webpush-sandbox')}"

    def _push_key(self) -> str:
        """The private key that pushes are signed with, P-256 as DER in base64."""
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
            Encoding,
            NoEncryption,
            PrivateFormat,
        )

        seed = hashlib.sha256(self.state.secret("web-push").encode()).digest()
        # Half of the curve's order: each number up to it is a key.
        key = ec.derive_private_key((int.from_bytes(seed) >> 1) + 1, ec.SECP256R1())
        der = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        return b64encode(der).decode()

    def _texts(self, channel: str) -> str:
        from deploy.sandboxes.sms.config import Settings  # noqa: PLC0415

        return json.dumps(
            {
                "url": f"{self.sms_url}/v1/messages",
                "headers": {"Authorization": f"Bearer {Settings().api_key}"},
                "body": {"channel": channel, "sender": "{sender}", "to": "{to}", "text": "{text}"},
                "sender": "Itqan",
            }
        )

    def foundation(self) -> list[Process]:
        """List the processes that the databases need."""
        postgres, rabbit = self.postgres(), self.rabbit()
        return [
            Process(
                "postgres", "postgres", postgres.command(),
                directory=postgres.data, stop_signal="INT", death_signal=postgres.death_signal,
            ),
            Process(
                "rabbit-mapper", "rabbit", rabbit.mapper_command(),
                rabbit.mapper_environment(), rabbit.folder, is_copy=False,
            ),
            Process("rabbit", "rabbit", rabbit.command(), rabbit.environment(), rabbit.folder),
        ]  # fmt: skip

    def services(self) -> list[Process]:
        """The copies of the six services."""
        return [self._service(name) for name in self._copy_names()]

    def _service(self, name: str) -> Process:
        service = name.rpartition("-")[0]
        port = self.state.port(name)
        return Process(
            name,
            service,
            serving(service, port),
            self.environment(service) | {"ITQAN_HEARTBEAT_FILE": str(self._heartbeat_file(name))},
            # At once: a copy that others are to stand in for is sent TERM by `make restart`.
            stop_signal="INT",
            health_url=f"http://127.0.0.1:{port}/health/ready",
        )

    def _heartbeat_file(self, name: str) -> Path:
        return self.state.folder.resolve() / "heartbeats" / name

    @property
    def copies_file(self) -> Path:
        """Return the file from which the gateway reads the replicas after `make scale`."""
        return self.state.folder.resolve() / "copies.json"

    def copy_urls(self) -> dict[str, list[str]]:
        """The address of each copy of each service."""
        return {name: gateway.urls(ports) for name, ports in self._copy_ports().items()}

    def _copy_ports(self) -> dict[str, list[int]]:
        return {
            service: [
                self.state.port(name)
                for name in self._copy_names()
                if name.startswith(f"{service}-")
            ]
            for service in SERVICES
        }

    def edge(self) -> list[Process]:
        """List the public processes: gateway, app, mail catcher, sandboxes."""
        ports, options = self.state.ports, self.options
        copies = self._copy_ports()
        return [
            Process(
                "gateway", "gateway",
                gateway.command(
                    self.state.folder / "traefik.yaml",
                    port=options.port,
                    private_port=ports["gateway-private"],
                ),
                gateway.environment(copies, ports["web"], self.sandbox_url, options.rates)
                | {"GOMEMLIMIT": "96MiB", "COPIES_FILE": str(self.copies_file)},
                health_url=f"http://127.0.0.1:{options.port}/",
            ),
            Process(
                "web", "web",
                [str(tool("caddy")), "run", "--config", str(gateway.SOURCE / "Caddyfile"),
                 "--adapter", "caddyfile"],
                {"WEB_BIND": "127.0.0.1", "WEB_PORT": str(ports["web"]),
                 "WEB_ROOT": str(FRONTEND / "dist"), "GOMEMLIMIT": "48MiB",
                 "CATALOG_UPSTREAMS": gateway.upstreams(copies["catalog"]),
                 "XDG_DATA_HOME": str(self.state.folder / "caddy"),
                 "XDG_CONFIG_HOME": str(self.state.folder / "caddy")},
                health_url=f"http://127.0.0.1:{ports['web']}/",
            ),
            Process(
                "mail", "mail",
                [str(node()), "--max-old-space-size=96",
                 str(MAIL / "node_modules" / "maildev" / "bin" / "maildev"),
                 "--ip", "127.0.0.1", "--smtp", str(ports["smtp"]),
                 "--web-ip", "127.0.0.1", "--web", str(options.mail_port),
                 "--mail-directory", str(self.state.folder / "mail")],
                health_url=f"http://127.0.0.1:{options.mail_port}/healthz",
            ),
            Process(
                "paymob-sandbox", "paymob-sandbox",
                [sys.executable, "-m", "deploy.sandboxes.paymob"],
                {"PAYMOB_SANDBOX_HOST": "127.0.0.1",
                 "PAYMOB_SANDBOX_PORT": str(options.sandbox_port),
                 "PAYMOB_SANDBOX_PUBLIC_URL": self.sandbox_url,
                 "PAYMOB_SANDBOX_STATE_FILE": str(self.state.folder / "paymob-sandbox.json"),
                 "MALLOC_ARENA_MAX": "2"},
                health_url=f"http://127.0.0.1:{options.sandbox_port}/sandbox/health",
            ),
            Process(
                "sms-sandbox", "sms-sandbox",
                [sys.executable, "-m", "deploy.sandboxes.sms"],
                {"SMS_SANDBOX_HOST": "127.0.0.1",
                 "SMS_SANDBOX_PORT": str(ports["sms-sandbox"]),
                 "MALLOC_ARENA_MAX": "2"},
                health_url=f"{self.sms_url}/sandbox/health",
            ),
            Process(
                "fcm-sandbox", "fcm-sandbox",
                [sys.executable, "-m", "deploy.sandboxes.fcm"],
                {"FCM_SANDBOX_HOST": "127.0.0.1", "FCM_SANDBOX_PORT": str(ports["fcm-sandbox"]),
                 "MALLOC_ARENA_MAX": "2"},
                health_url=f"http://127.0.0.1:{ports['fcm-sandbox']}/sandbox/health",
            ),
            Process(
                "webpush-sandbox", "webpush-sandbox",
                [sys.executable, "-m", "deploy.sandboxes.webpush"],
                {"WEBPUSH_SANDBOX_HOST": "127.0.0.1",
                 "WEBPUSH_SANDBOX_PORT": str(ports["webpush-sandbox"]),
                 "MALLOC_ARENA_MAX": "2"},
                health_url=f"{self.webpush_url}/sandbox/health",
            ),
        ]  # fmt: skip

    def processes(self) -> list[Process]:
        """All of them, in the order of their start."""
        return [*self.foundation(), *self.services(), *self.edge()]
