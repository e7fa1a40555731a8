"""Repeated work is declared in one way: in `TASKS` at the foot of a noun's `tasks.py`."""

import re
from importlib import import_module
from typing import Any

import pytest
from kit.documents import media
from kit.web.app import Service

from deploy.local.layout import ROOT, SERVICES

DECLARATION = re.compile(r"\b(?:Sweep|Job|WorkerJob)\(")


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_runs_all_declared_tasks(name: str) -> None:
    source = ROOT / "services" / name / "src"
    service: Service[Any, Any] = import_module(f"{name}.main").app
    modules = [
        import_module(".".join(file.relative_to(source).with_suffix("").parts))
        for file in source.rglob("tasks.py")
    ]
    declared = sorted(task.name for module in modules for task in module.TASKS)
    done = sorted(task.name for task in service.tasks if task not in media.TASKS)
    assert done == declared
    assert len(done) == len({*done})


def test_tasks_are_declared_at_the_foot_of_their_module() -> None:
    files = [*ROOT.glob("services/*/src/**/*.py")]
    elsewhere = [
        str(file.relative_to(ROOT))
        for file in files
        if DECLARATION.search(_before_tasks(file.read_text("utf-8")))
    ]
    assert elsewhere == []


def _before_tasks(text: str) -> str:
    """The module without its foot; `main.py` and others have none."""
    return text.partition("\nTASKS = (")[0]
