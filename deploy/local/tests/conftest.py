"""A state for supervisors of the tests' own."""

from pathlib import Path

import pytest

from deploy.local.state import State


@pytest.fixture
def state(tmp_path: Path) -> State:
    """In a folder whose name is not as tame as most."""
    made = State(tmp_path / "with space", tmp_path / "data")
    made.folder.mkdir()
    made.assign_ports(["supervisor"])
    return made
