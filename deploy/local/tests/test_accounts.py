"""Accounts that `make up` prints."""

from pathlib import Path

import pytest

from deploy.local.databases import show_accounts
from deploy.local.options import Options
from deploy.local.plan import Plan
from deploy.local.state import State
from deploy.local.system import System
from deploy.local.up import announcement

FIRST = "username: admin\nfirst password: abcd-efgh"


@pytest.fixture
def state(tmp_path: Path) -> State:
    begun = State(tmp_path, tmp_path / "data")
    begun.assign_ports(Plan(Options(), begun).port_names())
    return begun


def shown(state: State, options: Options) -> str:
    return announcement(System(state, options), 1)


def test_a_first_password_is_shown_once_and_kept_nowhere(
    state: State, capsys: pytest.CaptureFixture[str]
) -> None:
    options = Options(demo=False)
    show_accounts(Plan(options, state), FIRST)
    assert "abcd-efgh" in capsys.readouterr().out
    assert "abcd-efgh" not in shown(state, options)
    for file in filter(Path.is_file, state.folder.rglob("*")):
        assert "abcd-efgh" not in file.read_text()


def test_nothing_is_shown_when_there_is_an_admin_already(
    state: State, capsys: pytest.CaptureFixture[str]
) -> None:
    show_accounts(Plan(Options(demo=False), state), "")
    assert not capsys.readouterr().out.strip()


def test_the_demo_s_accounts_are_shown_at_each_start(
    state: State, capsys: pytest.CaptureFixture[str]
) -> None:
    show_accounts(Plan(Options(), state), "sara  candidate")
    assert capsys.readouterr().out == ""
    again = State.load(state.folder)
    assert "sara  candidate" in shown(again, Options())
