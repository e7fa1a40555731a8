"""Copies of what serves and works, and of the data."""

import json
import os
from pathlib import Path

from kit.core.config import KitSettings

from deploy.docker.tests import test_compose
from deploy.kubernetes.tests.objects import kustomized, of, one
from deploy.kubernetes.tests.validation import validate
from deploy.local import broker
from deploy.local.layout import ROOT, SERVICES


class TestScale:
    KIND = "overlays/production"

    def test_all_workers_grow_with_both_of_their_queues(self) -> None:
        queues = {each["name"] for each in json.loads(broker.FILE.read_text())["queues"]}
        assert len(list(of(self.KIND, "ScaledObject"))) == len(SERVICES)
        for service in SERVICES:
            scaled = one(self.KIND, "ScaledObject", f"{service}-worker")["spec"]
            assert scaled["scaleTargetRef"]["name"] == f"{service}-worker"
            asked = [trigger["metadata"]["queueName"] for trigger in scaled["triggers"]]
            assert asked == [f"itqan.{service}", f"itqan.{service}.urgent"]
            assert set(asked) <= queues
            assert "replicas" not in one(self.KIND, "Deployment", f"{service}-worker")["spec"]
            access = one(self.KIND, "TriggerAuthentication", f"{service}-broker")["spec"]
            assert access["secretTargetRef"] == [
                {"parameter": "host", "name": f"{service}-secrets", "key": "itqan_broker_url"}
            ]

    def test_all_workers_grow_with_the_lag_where_prometheus_runs(self, tmp_path: Path) -> None:
        component = os.path.relpath(ROOT / "deploy" / "monitoring", tmp_path / "installation")
        objects = kustomized(tmp_path / "installation", components=[component])
        validate(objects)
        recorded = (ROOT / "deploy" / "monitoring" / "recording.yaml").read_text()
        scaled = [each for each in objects if each["kind"] == "ScaledObject"]
        assert len(scaled) == len(SERVICES)
        for each in scaled:
            (lag,) = (one for one in each["spec"]["triggers"] if one["type"] == "prometheus")
            service = each["metadata"]["labels"]["app.kubernetes.io/name"]
            metric = lag["metadata"]["query"].partition("{")[0]
            assert f"record: {metric}\n" in recorded
            assert f'{{job="{service}"}}' in lag["metadata"]["query"]

    def test_a_database_has_connections_for_all_copies(self) -> None:
        for service in SERVICES:
            api = one(self.KIND, "HorizontalPodAutoscaler", f"{service}-api")["spec"]["maxReplicas"]
            workers = max(
                [each["spec"]["maxReplicaCount"] for each in of(self.KIND, "ScaledObject")
                 if each["spec"]["scaleTargetRef"]["name"] == f"{service}-worker"] or [2]
            )  # fmt: skip
            # While a release replaces them there is one more of each.
            needed = (api + workers + 2) * KitSettings.model_fields["database_connections"].default
            allowed = one(self.KIND, "Cluster", f"{service}-database")["spec"]["postgresql"]
            # The operator's own and those of its standbys.
            assert needed + 10 <= int(allowed["parameters"]["max_connections"])

    def test_data_is_there_three_times(self) -> None:
        for each in of(self.KIND, "Cluster"):
            assert each["spec"]["instances"] == 3
            assert each["spec"]["postgresql"]["synchronous"]["number"] == 1
        (rabbit,) = of(self.KIND, "RabbitmqCluster")
        assert rabbit["spec"]["replicas"] == 3
        assert "target_group_size = 3" in rabbit["spec"]["rabbitmq"]["additionalConfig"]

    def test_the_broker_is_compose_s(self) -> None:
        (rabbit,) = of(self.KIND, "RabbitmqCluster")
        assert rabbit["spec"]["image"] == test_compose.COMPOSE["rabbit"]["image"] + "-management"
