"""The bare reference of a start: the least that is a FastAPI app with a SQLModel table."""

from fastapi import FastAPI
from sqlmodel import Field, SQLModel


class Row(SQLModel, table=True):
    """A table."""

    id: int = Field(primary_key=True)


app = FastAPI()


@app.get("/health/ready")
async def ready() -> dict[str, str]:
    """For the benchmark, which waits for it."""
    return {"status": "ok"}
