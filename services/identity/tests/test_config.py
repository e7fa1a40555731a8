from typing import Any

import pytest
from identity.config import Settings


def test_production_refuses_the_default_secrets() -> None:
    password = "7be2d84056b1" * 2
    values: dict[str, Any] = {
        "database_url": f"postgresql://identity:{password}@127.0.0.1/identity",
        "broker_url": f"amqp://identity:{password}@127.0.0.1/",
        "public_url": "https://itqan.example",
    }
    with pytest.raises(ValueError, match="ITQAN_SIGNING_KEY"):
        Settings(env="production", **values)
    values["signing_key"] = "s" * 40
    with pytest.raises(ValueError, match="ITQAN_LEARNER_SECRET"):
        Settings(env="production", **values)
    assert Settings(env="production", learner_secret="l" * 40, **values)
