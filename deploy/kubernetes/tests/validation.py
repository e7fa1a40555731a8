"""Validate objects like Kubernetes and its operators.

Custom resources are written as TypeScript. The compiler finds unknown fields, and the models'
validators find invalid values.
"""

import json
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import yaml

from deploy.kubernetes.tests.objects import HERE, Object
from deploy.local.build import node_environment
from deploy.local.layout import FRONTEND, node

VERSION = "1.37"
"""The newest Kubernetes version whose schemas are locked."""
MODELS = {
    "cert-manager.io/v1": "cert-manager",
    "gateway.networking.k8s.io/v1": "gateway-api",
    "keda.sh/v1alpha1": "keda",
    "kustomize.toolkit.fluxcd.io/v1": "flux-cd",
    "monitoring.coreos.com/v1": "prometheus-operator",
    # Last: tests/test_secrets.py takes a text after `secrets` for a secret.
    "external-secrets.io/v1": "external-secrets",
}
"""The packages with the models of each group."""
OWN_SHAPES: dict[str, Any] = yaml.safe_load((HERE / "schemas" / "shapes.yaml").read_text())


def validate(objects: Iterable[Object]) -> None:
    """Raise an error unless all objects are accepted."""
    modelled = []
    for each in objects:
        if each["apiVersion"] in MODELS:
            modelled.append(each)
        elif each["kind"] in OWN_SHAPES:
            shape = OWN_SHAPES[each["kind"]]
            assert each["apiVersion"] == shape["apiVersion"]
            jsonschema.validate(each["spec"], _schema(shape["spec"]))
        else:
            kubernetes_validate.validate(each, VERSION, strict=True)
    if modelled:
        _validate_models(modelled)


def _validate_models(objects: list[Object]) -> None:
    models = {(each["apiVersion"], each["kind"]) for each in objects}
    program = [
        f'import {{ {kind} }} from "@kubernetes-models/{MODELS[version]}/{version}/{kind}";'
        for version, kind in sorted(models)
    ]
    for each in objects:
        # A model has its version and kind of itself.
        fields = {key: each[key] for key in each.keys() - {"apiVersion", "kind"}}
        program.append(f"new {each['kind']}({json.dumps(fields)}).validate();")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "node_modules").symlink_to(HERE / "schemas" / "node_modules")
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "objects.ts").write_text("\n".join(program))
        compiler = FRONTEND / "node_modules" / ".bin" / "tsc"
        flags = ("--noEmit", "--skipLibCheck", "--strict", "--module", "nodenext")
        for command in ([str(compiler), *flags, "objects.ts"], [str(node()), "objects.ts"]):
            done = subprocess.run(
                command,
                cwd=folder,
                env=node_environment(),
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr


def _schema(fields: Any) -> Object:
    """The JSON schema of a shape in shapes.yaml."""
    if isinstance(fields, list):
        return {"type": "array", "minItems": 1, "items": _schema(fields[0])}
    if isinstance(fields, dict):
        return {
            "type": "object",
            "properties": {name.removesuffix("?"): _schema(each) for name, each in fields.items()},
            "required": [name for name in fields if not name.endswith("?")],
            "additionalProperties": False,
        }
    if fields == "map":
        return {"type": "object", "additionalProperties": {"type": "string"}}
    return {} if fields == "any" else {"type": fields}
