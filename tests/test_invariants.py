"""Every rule that the services check is named to people, in both languages."""

import json
from importlib import import_module

import pytest
from kit.web.invariants.checks import list_names

from deploy.local.layout import ROOT, SERVICES


@pytest.mark.parametrize("language", ["en", "ar"])
def test_each_rule_has_its_text_and_each_text_its_rule(language: str) -> None:
    file = ROOT / "frontend" / "src" / "i18n" / "locales" / language / "health.json"
    texts = json.loads(file.read_text("utf-8"))
    rules = {
        name
        for service in SERVICES
        for name in list_names(import_module(f"{service}.main").app.invariants)
    }
    assert set(texts["rules"]) == rules
    assert set(texts["services"]) == set(SERVICES)
