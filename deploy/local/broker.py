"""The users and queues that the broker starts with: the same natively and in compose."""

from collections.abc import Mapping

from deploy.local.layout import ROOT

FILE = ROOT / "deploy" / "broker" / "definitions.json"
"""Written by `make api`. `deploy/docker/rabbit.sh` fills it in for compose."""


def definitions(passwords: Mapping[str, str]) -> str:
    """The definitions with each service's password, which must need no escape in JSON."""
    text = FILE.read_text()
    for service, password in passwords.items():
        text = text.replace(f"{service.upper()}_BROKER_PASSWORD", password)
    return text
