"""Drilled alarms exist, and Prometheus accepts the shortened rules."""

import subprocess
from pathlib import Path

import pytest
import yaml

from deploy.local import drill
from deploy.local.drill import DRILLS, Drill, Outcome
from deploy.local.layout import ROOT
from deploy.local.runbooks import NATIVE, read_blocks

RULES = {
    rule["alert"]: rule
    for group in drill._rules("alarms.yaml")["groups"]
    for rule in group["rules"]
}


@pytest.mark.parametrize("drilled", DRILLS, ids=lambda drilled: drilled.alarm)
def test_each_drilled_alarm_has_commands_to_check_and_verify(drilled: Drill) -> None:
    path = ROOT / RULES[drilled.alarm]["annotations"]["runbook"]
    for section in ("Check", "Verify"):
        assert any(NATIVE in block for block in read_blocks(path, section)), section


def test_operations_says_which_alarms_are_drilled() -> None:
    text = (ROOT / "docs" / "operations.md").read_text("utf-8")
    section = text.partition("\n### Drills\n")[2].partition("\n## ")[0]
    (listed,) = [line for line in section.splitlines() if line.startswith("Drilled: ")]
    named = listed.removeprefix("Drilled: ").rstrip(".").split(", ")
    assert named == [f"`{each.alarm}`" for each in DRILLS]


def test_shortened_rules_are_rules_that_wait_for_seconds(tmp_path: Path) -> None:
    for name in ("alarms.yaml", "recording.yaml"):
        rules = drill.shorten(drill._rules(name))
        text = yaml.safe_dump(rules)
        assert not any(f"[{span}]" in text for span in ("5m", "30m", "1h", "6h"))
        assert "offset 1h" not in text
        (tmp_path / name).write_text(text)
        done = subprocess.run(
            ["promtool", "check", "rules", tmp_path / name],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    waits = [rule for group in rules["groups"] for rule in group["rules"] if "for" in rule]
    assert all(rule["for"] == "2s" for rule in waits)
    waiting = drill.shorten(drill._rules("alarms.yaml"))["groups"][0]["rules"]
    (outbox,) = (rule for rule in waiting if rule["alert"] == "OutboxWaits")
    assert outbox["expr"].endswith("> 3")


def test_a_drill_passes_only_when_the_alarm_came_and_went() -> None:
    assert Outcome("A", fired=3, cleared=4).passed
    assert not Outcome("A", fired=None, cleared=4).passed
    assert not Outcome("A", fired=3, cleared=None).passed
    assert not Outcome("A", fired=3, cleared=4, failed=["make status"]).passed
    assert "never" in str(Outcome("A"))
