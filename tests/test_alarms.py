"""Alarms ring on numbers that exist, and the operations page describes each."""

import re
from importlib import import_module
from typing import Any

import httpx
import pytest
import yaml
from kit.db import DATABASE
from prometheus_client.parser import text_string_to_metric_families

from deploy.local.layout import ROOT, SERVICES

RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((ROOT / "deploy" / "alarms.yaml").read_text())["groups"]
    for rule in group["rules"]
]
METRIC = re.compile(r"\b(?:itqan|http|process|python)_\w+|\bup\b")
PROMETHEUS_OWN = {"up"}


@pytest.fixture(scope="module")
async def shown() -> set[str]:
    """The names of all samples that the six services show, before anything has happened."""
    found: set[str] = set()
    for service in SERVICES:
        declaration = import_module(f"{service}.main").app
        app = declaration.create_app(
            declaration.settings(database_url="postgresql://nobody@127.0.0.1/none")
        )
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            text = (await client.get("/metrics")).text
        for family in text_string_to_metric_families(text):
            found |= {family.name, *(sample.name for sample in family.samples)}
            if family.type == "counter":
                found.add(f"{family.name}_total")
        await DATABASE.of(app).close()
    return found


@pytest.mark.parametrize("rule", RULES, ids=[rule["alert"] for rule in RULES])
class TestRule:
    async def test_its_metrics_exist(self, rule: dict[str, Any], shown: set[str]) -> None:
        named = set(METRIC.findall(rule["expr"]))
        assert named
        assert named - PROMETHEUS_OWN <= shown

    def test_the_operations_page_describes_it(self, rule: dict[str, Any]) -> None:
        page = (ROOT / "docs" / "operations.md").read_text()
        assert f"`{rule['alert']}`" in page

    def test_it_is_one_that_prometheus_takes(self, rule: dict[str, Any]) -> None:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
        assert rule["annotations"]["summary"]


def test_every_gauge_of_a_service_has_an_alarm(shown: set[str]) -> None:
    named = {name for rule in RULES for name in METRIC.findall(rule["expr"])}
    measured = {
        measure.name
        for service in SERVICES
        for measure in import_module(f"{service}.main").app.measures
    }
    assert measured <= named
