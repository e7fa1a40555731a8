"""`make secrets`."""

import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from kit.core.config import find_weakness
from pydantic import SecretStr

from deploy.local.layout import ROOT, SERVICES
from deploy.local.problems import Problem
from deploy.local.production import COMPOSE, make_secrets

OTHERS = {
    "FIRST_ADMIN_EMAIL", "MAIL_FROM", "PAYMOB_INTEGRATIONS", "PAYMOB_INTEGRATION_ID",
    "PAYMOB_PUBLIC_KEY", "PUBLIC_URL",
}  # fmt: skip
PROVIDERS = {"paymob_api_key", "paymob_hmac_secret", "paymob_secret_key", "smtp_url"}
"""With the variables above what an operator fills in."""
OPTIONAL = {"sms", "whatsapp", "firebase_credentials", "web_push_key"}


def read(file: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in (folder / "secrets").iterdir()}


def manifest(file: Path) -> dict[str, dict[str, str]]:
    found = yaml.safe_load_all(file.read_text())
    return {each["metadata"]["name"]: each["stringData"] for each in found}


def test_all_secrets_are_created_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    done = subprocess.run(
        # As on a machine without our packages.
        [sys.executable, "-I", "-S", "-c", "import sys; sys.path.insert(0, sys.argv[1]); from "
         "deploy.local.cli import main; sys.exit(main(['secrets']))", ROOT],
        env={"TO": str(folder)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert set(re.findall(r"[A-Z_]{6,}", done.stdout.split("\n")[1])) == OTHERS
    files = [folder / "compose.env", folder / "kubernetes.yaml"]
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600, 0o600]

    made = read(files[0])
    assert set(made) == set(re.findall(r"\$\{(\w+):\?", COMPOSE.read_text()))
    assert {name for name, value in made.items() if not value} == OTHERS
    assert made["SECRETS"] == str(folder / "secrets")
    assert stat.S_IMODE((folder / "secrets").stat().st_mode) == 0o700
    secrets = contents(folder)
    assert set(secrets) == set(yaml.safe_load(COMPOSE.read_text())["secrets"])
    # Containers read them as users of their own.
    assert {stat.S_IMODE(file.stat().st_mode) for file in (folder / "secrets").iterdir()} == {0o444}
    assert {name for name, value in secrets.items() if not value} == PROVIDERS | OPTIONAL
    values = [value for value in secrets.values() if value]
    assert len(set(values)) == len(values)
    assert not any(find_weakness(SecretStr(value)) for value in values)
    for service in SERVICES:
        assert f":{secrets[f'{service}_database_password']}@" in secrets[f"{service}_database_url"]
        assert f":{secrets[f'{service}_broker_password']}@" in secrets[f"{service}_broker_url"]

    kubernetes = manifest(files[1])
    template = manifest(ROOT / "deploy" / "kubernetes" / "secrets.yaml")
    assert {name: set(keys) for name, keys in kubernetes.items()} == {
        name: set(keys) for name, keys in template.items()
    }
    for service in SERVICES:
        password = secrets[f"{service}_broker_password"]
        address = f"amqp://{service}:{password}@rabbit.itqan.svc:5672/"
        assert kubernetes[f"{service}-secrets"]["itqan_broker_url"] == address
    learner = {kubernetes[f"{each}-secrets"]["itqan_learner_secret"] for each in
               ("identity", "enrollment")}  # fmt: skip
    assert learner == {secrets["learner_secret"]}
    assert kubernetes["identity-secrets"]["itqan_signing_key"] == secrets["signing_key"]
    assert kubernetes["payments-secrets"]["itqan_paymob_api_key"] == ""


def test_what_is_there_stays_and_what_is_new_is_added(tmp_path: Path) -> None:
    make_secrets(str(tmp_path))
    env, kubernetes = tmp_path / "compose.env", tmp_path / "kubernetes.yaml"
    kept = env.read_text().replace("PUBLIC_URL=", "PUBLIC_URL=https://itqan.example")
    lines = [line for line in kept.splitlines() if not line.startswith("MAIL_FROM")]
    env.write_text("\n".join(lines) + "\n")
    earlier = contents(tmp_path)
    (tmp_path / "secrets" / "sealing_secret").unlink()
    filled = re.sub("  itqan_sealing_secret.*\n", "", kubernetes.read_text())
    kubernetes.write_text(filled)

    said = make_secrets(str(tmp_path))
    after = read(env)
    assert after.pop("MAIL_FROM") == ""
    assert len(contents(tmp_path)["sealing_secret"]) == 64
    assert contents(tmp_path) | {"sealing_secret": earlier["sealing_secret"]} == earlier
    assert after == dict(line.split("=", 1) for line in lines)
    assert kubernetes.read_text() == filled
    assert "it lacks notifications-secrets.itqan_sealing_secret" in said
    assert "PUBLIC_URL" not in said
    assert earlier["signing_key"] not in said


def test_a_secret_that_was_a_variable_becomes_a_file(tmp_path: Path) -> None:
    env = tmp_path / "compose.env"
    env.touch(0o600)
    env.write_text("SIGNING_KEY=of-an-earlier-release\nIDENTITY_DATABASE_PASSWORD=earlier\n")
    said = make_secrets(str(tmp_path))
    secrets = contents(tmp_path)
    assert secrets["signing_key"] == "of-an-earlier-release"
    assert secrets["identity_database_url"].startswith("postgresql://identity:earlier@")
    assert "remove from" in said
    assert "SIGNING_KEY, IDENTITY_DATABASE_PASSWORD" in said


def test_it_refuses_a_folder_of_the_clone_and_what_others_read(tmp_path: Path) -> None:
    for folder in ("", str(ROOT / "secrets")):
        with pytest.raises(Problem, match="folder"):
            make_secrets(folder)
    make_secrets(str(tmp_path))
    (tmp_path / "compose.env").chmod(0o644)
    with pytest.raises(Problem, match="chmod 600"):
        make_secrets(str(tmp_path))
