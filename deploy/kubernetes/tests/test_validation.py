"""Objects that Kubernetes or an operator would refuse are found."""

import pytest

from deploy.kubernetes.tests.objects import Object, one
from deploy.kubernetes.tests.validation import validate

SCALED = one("overlays/production", "ScaledObject", "payments-worker")
ROUTE = one("overlays/production", "HTTPRoute", "entry")
CLUSTER = one("overlays/production", "Cluster", "payments-database")


@pytest.mark.parametrize(
    ("each", "changed", "said"),
    [
        pytest.param(SCALED, {"maxReplicas": 4}, "maxReplicas", id="a field that there is not"),
        pytest.param(SCALED, {"minReplicaCount": "2"}, "'number'", id="a type"),
        pytest.param(SCALED, {"triggers": [{"type": "cron"}]}, "metadata", id="a missing field"),
        pytest.param(ROUTE, {"rules": [{"timeouts": {"request": "1"}}]}, "pattern", id="a value"),
        pytest.param(CLUSTER, {"copies": 3}, "copies", id="a field that our shape has not"),
    ],
)
def test_it_is_refused(each: Object, changed: Object, said: str) -> None:
    with pytest.raises(Exception, match=said):
        validate([each | {"spec": each["spec"] | changed}])
