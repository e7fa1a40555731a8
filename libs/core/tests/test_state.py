from typing import Annotated

import httpx
import pytest
from fastapi import Depends, FastAPI
from kit.core.state import StateKey

WORDS: StateKey[list[str]] = StateKey("words")


async def test_a_route_gets_what_its_app_keeps() -> None:
    app = FastAPI()

    @app.get("/words")
    async def words(kept: Annotated[list[str], Depends(WORDS)]) -> list[str]:
        return kept

    WORDS.put(app, ["first"])
    WORDS.put(app, ["second"])
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        assert (await client.get("/words")).json() == ["second"]
    assert WORDS.of(app) == ["second"]


def test_nothing_is_there_before_it_is_put() -> None:
    with pytest.raises(AttributeError, match="words"):
        WORDS.of(FastAPI())
