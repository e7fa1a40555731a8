"""Options of users: variables of the environment or of `make`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from deploy.local.layout import SERVICES
from deploy.local.problems import Problem

DEFAULT_PORT = 8080
MAX_COPIES = 8


@dataclass(frozen=True)
class Options:
    """Options for running the system.

    The mail catcher uses `port + 1` and the card sandbox `port + 2`: users open both in a browser,
    so their addresses must be predictable.
    """

    port: int = DEFAULT_PORT
    demo: bool = True
    compose: bool = False
    copies: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SERVICES, 1))
    # Tests sign up and sign in far more often than a person.
    rates: Mapping[str, str] = field(default_factory=dict)
    # Settings of services that tests shorten, by their variables.
    settings: Mapping[str, str] = field(default_factory=dict)

    # Whether the broker shows Prometheus its metrics, which takes 40 MB.
    monitored: bool = False

    @property
    def mail_port(self) -> int:
        """Return the port of the mail catcher's page."""
        return self.port + 1

    @property
    def sandbox_port(self) -> int:
        """Return the port of the card sandbox."""
        return self.port + 2

    @property
    def public_url(self) -> str:
        """The address that people open."""
        return f"http://localhost:{self.port}"

    def dump(self) -> str:
        """As text, for the state of a running system."""
        return json.dumps({"port": self.port, "demo": self.demo, "copies": dict(self.copies)})

    @classmethod
    def load(cls, text: str) -> "Options":
        """From the text that `dump` made."""
        return cls(**json.loads(text))

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Options":
        """`PORT`, `DEMO`, `COMPOSE` and a number of copies by each service's name."""
        return cls(
            port=_number(environment, "PORT", DEFAULT_PORT, 1, 65_533),
            demo=environment.get("DEMO", "1") != "0",
            compose=environment.get("COMPOSE", "0") not in ("", "0"),
            copies={
                name: _number(environment, name.upper(), 1, 1, MAX_COPIES) for name in SERVICES
            },
        )


def _number(environment: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = environment.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise Problem(f"{name}={text} is invalid: enter a whole number from {low} to {high}.")
    return int(text)
