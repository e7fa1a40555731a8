"""The order of imports names every folder of identity.

import-linter checks that for the folders of one package, and identity's are in four.
"""

import tomllib

from deploy.local.layout import ROOT

SOURCE = ROOT / "services" / "identity" / "src" / "identity"
GROUPS = ("accounts", "sign_in", "organizations", "administration")


def test_each_folder_of_identity_is_in_a_layer() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    (layers,) = (
        each["layers"]
        for each in tools["importlinter"]["contracts"]
        if each["name"].startswith("identity: accounts <-")
    )
    ordered = {name.strip() for layer in layers for name in layer.split("|")}
    folders = {
        f"identity.{file.parent.parent.name}.{file.parent.name}"
        for group in GROUPS
        for file in (SOURCE / group).glob("*/__init__.py")
    }
    assert sorted(folders - ordered) == []
    assert len(folders) > 30
