"""Calls are cleaned before their fields are checked."""

from typing import Annotated, Any

import httpx
import pytest
from fastapi import APIRouter, Depends, FastAPI
from kit.domain.fields import AS_TYPED, CODE, NUMBER, RICH_TEXT
from kit.web.clean_request import clean_request
from pydantic import BaseModel, Field

router = APIRouter(dependencies=[Depends(clean_request)])
HIDDEN, JOINER = "\u200f", "\u200d"


class Part(BaseModel):
    codes: list[Annotated[str, Field(max_length=7), CODE]] = []
    words: str = ""


class Body(BaseModel):
    number: Annotated[str, Field(pattern=r"^[0-9]{6}$"), NUMBER] | None = None
    html: Annotated[str, RICH_TEXT] = ""
    password: Annotated[str, AS_TYPED] = ""
    parts: list[Part] = []


@router.post("/things/{name}")
async def create_thing(name: str, body: Body, search: str = "") -> dict[str, Any]:
    return {"name": name, "search": search, **body.model_dump()}


@router.post("/callbacks")
async def take_callback(body: dict[str, Any]) -> dict[str, Any]:
    return body


@pytest.fixture
def app() -> FastAPI:
    found = FastAPI()
    found.include_router(router)
    return found


async def test_path_query_and_body_are_cleaned_by_the_kinds_of_their_fields(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        sent = {
            "number": f"{HIDDEN}٤٨٢ 913",
            "html": f"a{JOINER}{HIDDEN}b",
            "password": f"cafe\u0301{HIDDEN}",
            "parts": [{"codes": [f"{HIDDEN}A\u2011١"], "words": f"a{JOINER}\u2011b\u00a0c"}],
        }
        answer = await client.post(
            f"/things/x{HIDDEN}", json=sent, params={"search": f"Jose\u0301{HIDDEN}"}
        )
        assert answer.json() == {
            "name": "x",
            "search": "José",
            "number": "482913",
            "html": f"a{JOINER}b",
            "password": f"cafe\u0301{HIDDEN}",
            "parts": [{"codes": ["A-1"], "words": "a\u2011b c"}],
        }
        # Signed callbacks of a provider stay unchanged.
        signed = {"text": f"{HIDDEN}a"}
        answer = await client.post("/callbacks", json=signed)
        assert answer.json() == signed
        answer = await client.post(
            "/things/x", content='{"html": "é', headers={"content-type": "application/json"}
        )
        assert answer.status_code == 422
