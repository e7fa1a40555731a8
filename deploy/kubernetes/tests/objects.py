"""The objects that Kustomize renders of deploy/kubernetes, and how to find them."""

import os
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from deploy.local.layout import ROOT, tool

HERE = ROOT / "deploy" / "kubernetes"
KINDS = ("overlays/small", "overlays/production")

Object = dict[str, Any]


@cache
def rendered(kind: str) -> list[Object]:
    done = subprocess.run(
        [tool("kubectl"), "kustomize", HERE / kind], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    # In C: 18,000 lines take seconds otherwise.
    return list(yaml.load_all(done.stdout, Loader=yaml.CSafeLoader))


def of(kind: str, *names: str) -> Iterator[Object]:
    return (each for each in rendered(kind) if each["kind"] in names)


def one(kind: str, of_kind: str, name: str) -> Object:
    (found,) = (each for each in of(kind, of_kind) if each["metadata"]["name"] == name)
    return found


def pod(workload: Object) -> Object:
    template: Object = workload["spec"]["template"]
    return template


def pods(kind: str) -> list[dict[str, str]]:
    """The labels of each sort of pods, those of the operators' too."""
    labels = [pod(each)["metadata"]["labels"] for each in of(kind, "Deployment", "Job")]
    labels += [each["spec"]["inheritedMetadata"]["labels"] for each in of(kind, "Cluster")]
    # What the operator labels a broker's pods with.
    labels += [{"app.kubernetes.io/name": "rabbit", "app.kubernetes.io/component": "rabbitmq"}]
    return labels


def container(workload: Object) -> Object:
    (only,) = pod(workload)["spec"]["containers"]
    assert isinstance(only, dict)
    return only


def selects(selector: Object, labels: dict[str, str]) -> bool:
    return all(labels.get(k) == v for k, v in selector.get("matchLabels", {}).items()) and all(
        labels.get(each["key"]) in each["values"] for each in selector.get("matchExpressions", [])
    )


def amount(text: str) -> float:
    """Cores or GiB."""
    for unit, size in {"m": 0.001, "Gi": 1, "Mi": 1 / 1024}.items():
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * size
    return float(text)


def pod_specs(kind: str) -> Iterator[tuple[str, Object]]:
    """The specification of each pod: of every object that has one, and the broker's of its
    operator. CloudNativePG writes that of its databases itself."""
    for each in rendered(kind):
        name = f"{each['kind']} {each['metadata']['name']}"
        spec = each.get("spec", {})
        if each["kind"] == "CronJob":
            spec = spec["jobTemplate"]["spec"]
        if each["kind"] == "RabbitmqCluster":
            spec = spec["override"]["statefulSet"]["spec"]
        if each["kind"] == "Pod":
            yield name, spec
        elif "template" in spec:
            yield name, spec["template"]["spec"]


def kustomized(folder: Path, **fields: Any) -> list[Object]:
    """The example with more fields in its kustomization."""
    folder.mkdir()
    base = os.path.relpath(HERE / "example", folder.resolve())
    (folder / "kustomization.yaml").write_text(yaml.safe_dump({"resources": [base], **fields}))
    done = subprocess.run(
        [tool("kubectl"), "kustomize", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return list(yaml.load_all(done.stdout, Loader=yaml.CSafeLoader))
