"""Each problem is one sentence with a remedy."""

import ast
import os
import shutil
import socket
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from deploy.local import machine, packages, ports
from deploy.local.layout import LOCAL, ROOT
from deploy.local.options import Options
from deploy.local.problems import Problem
from deploy.local.up import require_ports

Usage = namedtuple("Usage", "total used free")


def the_sentence(problem: pytest.ExceptionInfo[Problem]) -> str:
    """The text, which must be one line and end as a sentence does."""
    text = str(problem.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


class TestPorts:
    @pytest.mark.parametrize("offset", [0, 1, 2])
    def test_a_taken_port_is_named_with_the_way_to_another_one(
        self, monkeypatch: pytest.MonkeyPatch, offset: int
    ) -> None:
        # Which ports the machine has taken is not this test's to say: another one may take or
        # leave the neighbour at any moment.
        monkeypatch.setattr(ports, "is_free", lambda port: port != 9000 + offset)
        with pytest.raises(Problem) as problem:
            require_ports(Options(port=9000))
        text = the_sentence(problem)
        assert f"Port {9000 + offset}" in text
        assert "PORT=9000 make up" in text

    def test_a_port_in_use_is_taken(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            assert not ports.is_free(server.getsockname()[1])

    def test_a_port_is_chosen_among_the_free_ones_that_are_not_taken_yet(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ports, "_RANGE", range(20_000, 20_003))
        monkeypatch.setattr(ports, "reserve", lambda port: port != 20_001)
        assert ports.choose({20_000}) == 20_002
        with pytest.raises(Problem) as problem:
            ports.choose({20_000, 20_002})
        assert "No port" in the_sentence(problem)

    def test_a_chosen_port_is_kept_from_everybody_but_a_server(self) -> None:
        port = ports.choose()
        assert not ports.reserve(port)
        with socket.socket() as stranger, pytest.raises(OSError, match="in use"):
            stranger.bind(("127.0.0.1", port))
        for _ in range(2):
            with socket.create_server(("127.0.0.1", port)) as server:
                socket.create_connection(("127.0.0.1", port)).close()
                server.accept()[0].close()


class TestOptions:
    @pytest.mark.parametrize(
        "environment",
        [{"PORT": "eighty"}, {"PORT": "70000"}, {"PAYMENTS": "0"}, {"NOTIFICATIONS": "99"}],
    )
    def test_nonsense_is_refused_with_what_is_possible(self, environment: dict[str, str]) -> None:
        with pytest.raises(Problem) as problem:
            Options.read(environment)
        assert "whole number from" in the_sentence(problem)

    def test_the_environment_chooses(self) -> None:
        options = Options.read({"PORT": "9000", "PAYMENTS": "3", "DEMO": "0"})
        assert (options.port, options.mail_port, options.sandbox_port) == (9000, 9001, 9002)
        assert options.copies["payments"] == 3
        assert options.copies["identity"] == 1
        assert not options.demo
        assert Options.load(options.dump()) == options


class TestMachine:
    def test_a_full_disk_is_reported_before_anything_is_made(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**11, 10**11, 10**8))
        with pytest.raises(Problem) as problem:
            machine.require_disk()
        assert "0.1 GiB free" in the_sentence(problem)

    def test_a_plain_user_without_sudo_is_shown_what_to_ask_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        monkeypatch.setattr(
            shutil, "which", lambda name: None if name == "sudo" else f"/usr/bin/{name}"
        )
        with pytest.raises(Problem) as problem:
            packages.require_installable(["postgresql", "rabbitmq-server"])
        assert "apt-get install postgresql rabbitmq-server" in the_sentence(problem)

    def test_without_apt_and_docker_nothing_can_be_installed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shutil, "which", lambda _: None)
        with pytest.raises(Problem) as problem:
            packages.require_installable(["postgresql"])
        assert "COMPOSE=1" in the_sentence(problem)

    def test_compose_needs_an_engine_that_answers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(packages, "docker_answers", lambda: False)
        with pytest.raises(Problem) as problem:
            machine.uses_compose(Options(compose=True))
        assert "Docker" in the_sentence(problem)

    @pytest.mark.parametrize(
        ("lacking", "apt", "docker", "expected"),
        [
            (["postgresql"], False, True, True),
            (["postgresql"], True, True, False),
            (["postgresql"], False, False, False),
            ([], False, True, False),
        ],
    )
    def test_containers_are_used_only_where_they_are_the_only_way(
        self,
        monkeypatch: pytest.MonkeyPatch,
        lacking: list[str],
        apt: bool,
        docker: bool,
        expected: bool,
    ) -> None:
        monkeypatch.setattr(packages, "missing", lambda _: lacking)
        monkeypatch.setattr(packages, "has_apt", lambda: apt)
        monkeypatch.setattr(packages, "docker_answers", lambda: docker)
        assert machine.uses_compose(Options()) is expected


class TestPackages:
    def test_no_server_of_a_package_is_started_by_its_installation(self, tmp_path: Path) -> None:
        """The script runs with a fake apt-get, in its own root folder."""
        script = packages._INSTALL.replace("/usr/sbin/policy-rc.d", f"{tmp_path}/policy-rc.d")
        apt = tmp_path / "apt-get"
        apt.write_text(f'#!/bin/sh\necho "$1 $(sh {tmp_path}/policy-rc.d; echo $?)" >&2\n')
        apt.chmod(0o755)
        done = subprocess.run(
            ["sh", "-c", script, "install", "postgresql"],
            env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr.splitlines() == ["update 101", "install 101"]
        assert not (tmp_path / "policy-rc.d").exists()

    def test_a_policy_of_the_machine_is_left_alone(self, tmp_path: Path) -> None:
        policy = tmp_path / "policy-rc.d"
        policy.write_text("exit 0\n")
        script = packages._INSTALL.replace("/usr/sbin/policy-rc.d", str(policy))
        (tmp_path / "apt-get").write_text("#!/bin/sh\n")
        (tmp_path / "apt-get").chmod(0o755)
        subprocess.run(
            ["sh", "-c", script, "install", "postgresql"],
            env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
            check=True,
        )
        assert policy.read_text() == "exit 0\n"


class TestCommandLine:
    def test_an_old_python_is_reported_in_one_sentence(self) -> None:
        code = (
            "import runpy, sys; sys.version_info = (3, 9, 2);"
            "runpy.run_module('deploy.local', run_name='__main__')"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stderr.startswith("Python 3.11 or newer is needed and this is 3.9")
        assert done.stderr.count("\n") == 1

    @pytest.mark.parametrize("name", ["__init__.py", "__main__.py"])
    def test_an_old_python_can_read_that_far(self, name: str) -> None:
        ast.parse((ROOT / "deploy" / "local" / name).read_text(), feature_version=(3, 9))

    def test_an_unknown_command_points_to_the_list(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "deploy.local", "fly"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert "make help" in done.stderr

    def test_every_command_of_the_makefile_has_its_line_of_help(self) -> None:
        makefile = (ROOT / "Makefile").read_text()
        targets = makefile.partition("TARGETS := ")[2].partition("\n")[0].split()
        done = subprocess.run(
            ["make", "--no-print-directory", "help", f"PYTHON={sys.executable}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert [line.split()[1] for line in done.stdout.splitlines()] == targets


def test_the_state_folder_is_not_committed() -> None:
    # A checkout may belong to another user than the one who tests it, and have no such folder yet.
    asked = subprocess.run(
        ["git", "-c", "safe.directory=*", "check-ignore", "-q", f"{LOCAL}/"],
        cwd=ROOT,
        check=False,
    )
    assert asked.returncode == 0
