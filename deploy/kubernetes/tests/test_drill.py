"""The drill restores a database beside the one that serves."""

import os
from pathlib import Path

import pytest
import yaml

from deploy.kubernetes.tests.objects import HERE, Object, amount, kustomized, one, rendered
from deploy.kubernetes.tests.test_pods import violations
from deploy.kubernetes.tests.validation import validate


class TestRestoreDrill:
    FOLDER = HERE / "drill"

    @pytest.fixture
    def objects(self, tmp_path: Path) -> list[Object]:
        component = os.path.relpath(self.FOLDER, tmp_path / "installation")
        before = {(each["kind"], each["metadata"]["name"]) for each in rendered("example")}
        objects = kustomized(tmp_path / "installation", components=[component])
        return [each for each in objects if (each["kind"], each["metadata"]["name"]) not in before]

    def database(self, objects: list[Object]) -> Object:
        (config,) = (each for each in objects if each["kind"] == "ConfigMap")
        read: Object = yaml.safe_load(config["data"]["cluster.yaml"])
        return read

    def test_its_pod_is_admitted_and_its_objects_are_valid(self, objects: list[Object]) -> None:
        validate([*objects, self.database(objects)])
        (job,) = (each for each in objects if each["kind"] == "CronJob")
        spec = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        assert violations(spec) == []
        for each in (*spec["initContainers"], *spec["containers"]):
            assert set(each["resources"]["requests"]) == {"cpu", "memory", "ephemeral-storage"}

    def test_it_restores_the_backups_of_payments_into_another_database(
        self, objects: list[Object]
    ) -> None:
        drill, payments = self.database(objects), one("example", "Cluster", "payments-database")
        assert drill["metadata"]["name"] != payments["metadata"]["name"]
        source = drill["spec"]["externalClusters"][0]
        assert drill["spec"]["bootstrap"]["recovery"]["source"] == source["name"]
        archiver = payments["spec"]["plugins"][0]
        assert source["plugin"] == {
            "name": archiver["name"],
            "parameters": archiver["parameters"] | {"serverName": "payments-database"},
        }
        # Otherwise it would write its own log beside that of payments.
        assert "plugins" not in drill["spec"]
        assert drill["spec"]["imageCatalogRef"] == payments["spec"]["imageCatalogRef"]
        assert amount(drill["spec"]["storage"]["size"]) >= amount(
            payments["spec"]["storage"]["size"]
        )

    def test_it_may_delete_its_own_database_alone(self, objects: list[Object]) -> None:
        (role,) = (each for each in objects if each["kind"] == "Role")
        name = self.database(objects)["metadata"]["name"]
        for rule in role["rules"]:
            assert rule["resources"] == ["clusters"]
            assert rule.get("resourceNames") == [name] or rule["verbs"] == ["create"]
