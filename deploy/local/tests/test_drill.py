"""Each alarm is drilled or left to promtool, and Prometheus accepts the shortened rules."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from deploy.local.drill import KEYS, Outcome, find_runbook
from deploy.local.drill_site import RULE_FILES, read_rules, shorten
from deploy.local.drills import BY_PROMTOOL, DRILLS
from deploy.local.layout import ROOT
from deploy.local.runbooks import NATIVE, read_blocks, read_operations

DRILLED = [alarm for each in DRILLS for alarm in each.alarms]


def test_each_alarm_is_drilled_or_left_to_promtool() -> None:
    alarms = {
        rule["alert"] for group in read_rules("alarms.yaml")["groups"] for rule in group["rules"]
    }
    assert sorted([*DRILLED, *BY_PROMTOOL]) == sorted(alarms)


@pytest.mark.parametrize("alarm", DRILLED)
def test_each_drilled_alarm_has_commands_to_check_and_verify(alarm: str) -> None:
    for section in ("Check", "Verify"):
        blocks = read_blocks(ROOT / find_runbook(alarm), section)
        assert any(NATIVE in block for block in blocks), section


def test_operations_says_which_alarms_are_left_to_promtool() -> None:
    text = (ROOT / "docs" / "operations.md").read_text("utf-8")
    section = text.partition("\n### Drills\n")[2].partition("\n## ")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE)) == BY_PROMTOOL


def test_shortened_rules_are_rules_that_wait_for_seconds(tmp_path: Path) -> None:
    for name in RULE_FILES:
        rules = shorten(read_rules(name), disk_free=0.25)
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


@pytest.mark.parametrize(
    ("alarm", "ending"),
    [
        ("OutboxWaits", "> 3"),
        ("OutboxGrows", "> 3"),
        ("QueueGrows", "> 3"),
        ("WalNotArchived", "> 3"),
        ("PeriodicWorkStopped", "(2 * itqan_sweep_every_seconds + 10)"),
    ],
)
def test_thresholds_of_time_and_size_are_shortened(alarm: str, ending: str) -> None:
    assert _find_expression(alarm).endswith(ending)


def test_the_disk_counts_as_full_below_the_given_share() -> None:
    assert "itqan_disk_free_ratio) < 0.25 or" in _find_expression("DiskFull")


def _find_expression(alarm: str) -> str:
    rules = shorten(read_rules("alarms.yaml"), disk_free=0.25)["groups"][0]["rules"]
    (expression,) = (str(rule["expr"]) for rule in rules if rule["alert"] == alarm)
    return expression


def test_a_drill_passes_only_when_the_alarm_came_and_went() -> None:
    assert Outcome("A", fired=3, cleared=4).passed
    assert not Outcome("A", fired=None, cleared=4).passed
    assert not Outcome("A", fired=3, cleared=None).passed
    assert not Outcome("A", fired=3, cleared=4, failed=["make status"]).passed
    assert "never" in str(Outcome("A"))


def test_commands_of_operations_for_a_running_system_are_read() -> None:
    commands = read_operations()
    assert 'make logs FIND="$ID"' in commands
    assert "make kit S=identity C=republish" in commands
    ending = ("make up", "make down", "make reset", "make restore")
    assert not any(command.startswith(ending) for command in commands)
    for command in commands:
        named = any(words in command for words in KEYS)
        assert named == command.endswith(' ID"'), command
