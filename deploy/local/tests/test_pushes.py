"""By what browsers of the demo are pushed to."""

from pathlib import Path

import pytest
from notifications.config import Settings
from notifications.devices.schemas import build_push

from deploy.local.options import Options
from deploy.local.plan import Plan
from deploy.local.state import State


def test_browsers_of_the_demo_subscribe_at_its_sandbox_and_not_at_google(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = State(tmp_path, tmp_path / "data")
    state.assign_ports(Plan(Options(), state).port_names())
    for name, value in Plan(Options(), state).environment("notifications").items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    push = build_push(settings)
    assert push.firebase is None
    assert push.web_push and push.web_push.public_key
    assert settings.fcm_sandbox_url and settings.web_push_sandbox_url
