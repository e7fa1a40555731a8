"""Builds the images of compose.yaml."""

import json
import subprocess
from collections.abc import Iterable

from deploy.local.build import run
from deploy.local.layout import ROOT
from deploy.local.steps import Steps

PYTHON = "python:3.13.9-slim-bookworm"
"""The base image of the services."""
IMAGES = {
    "service": "identity",
    "services": ("catalog", "enrollment", "payments", "approvals", "notifications"),
    "others": ("gateway", "web", "paymob-sandbox"),
}
"""Images that are built together. The first service makes the layers that the other five share."""


def build(steps: Steps) -> None:
    """Build all images from the current files."""
    with steps.step("Building the image of the first service"):
        _bake([str(IMAGES["service"])])
    with steps.step("Building the images of the other five"):
        _bake(IMAGES["services"])
    with steps.step("Building the images of the gateway, the app and the sandboxes"):
        _bake(IMAGES["others"])


def sizes() -> dict[str, int]:
    """The bytes of each service's image above its base image."""
    return {
        name: _size(f"local/itqan/{name}:latest") - _size(PYTHON)
        for name in (str(IMAGES["service"]), *IMAGES["services"])
    }


def _bake(names: Iterable[str]) -> None:
    # From the host's network, so that what reaches a registry here does so inside as well.
    run(
        ["docker", "buildx", "bake", "--progress", "plain", "--file", "compose.yaml",
         "--set", "*.network=host", "--allow", "network.host", *names],
        ROOT,
    )  # fmt: skip


def _size(name: str) -> int:
    asked = subprocess.run(
        ["docker", "image", "inspect", name], check=True, capture_output=True, text=True
    )
    return int(json.loads(asked.stdout)[0]["Size"])
