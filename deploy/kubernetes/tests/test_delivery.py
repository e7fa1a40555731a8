"""The order in which Argo CD and Flux apply the objects."""

from collections import Counter
from pathlib import Path

import yaml

from deploy.kubernetes.tests.objects import HERE, Object, kustomized, of, rendered
from deploy.kubernetes.tests.validation import validate


class TestOrder:
    def test_argo_cd_waits_for_data_and_migrations(self) -> None:
        def waves(*kinds: str) -> set[int]:
            found = (each["metadata"].get("annotations", {}) for each in of("example", *kinds))
            return {int(each.get("argocd.argoproj.io/sync-wave", 0)) for each in found}

        needed = waves("Namespace", "ConfigMap", "ServiceAccount", "NetworkPolicy", "PriorityClass")
        assert needed == {0}
        assert waves("Cluster", "RabbitmqCluster") == {1}
        assert waves("Job") == {2}
        assert waves("Deployment") == {3}
        assert waves("ScaledObject") == {4}

    def test_argo_cd_replaces_the_jobs_of_a_release(self) -> None:
        for job in of("example", "Job"):
            options = job["metadata"]["annotations"]["argocd.argoproj.io/sync-options"]
            assert set(options.split(",")) == {"Replace=true", "Force=true"}

    def test_flux_applies_each_object_in_one_part(self, tmp_path: Path) -> None:
        parts = list(yaml.safe_load_all((HERE / "example" / "flux.yaml").read_text()))
        validate(parts)
        names = [each["metadata"]["name"] for each in parts]
        depends = [[on["name"] for on in each["spec"].get("dependsOn", [])] for each in parts]
        assert depends == [[], names[:1], names[1:2]]
        data, migrations, services = (
            kustomized(tmp_path / each["metadata"]["name"], patches=each["spec"]["patches"])
            for each in parts
        )
        assert {each["kind"] for each in migrations} == {"Job"}
        assert {"Cluster", "NetworkPolicy", "ServiceAccount"} <= {each["kind"] for each in data}
        assert {"Deployment", "ScaledObject", "HorizontalPodAutoscaler"} <= {
            each["kind"] for each in services
        }

        def key(each: Object) -> tuple[str, str]:
            return each["kind"], each["metadata"]["name"]

        all_of_them = Counter(map(key, [*data, *migrations, *services]))
        assert all_of_them == Counter(map(key, rendered("example")))
