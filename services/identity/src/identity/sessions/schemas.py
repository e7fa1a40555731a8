"""What signing in takes."""

from pydantic import BaseModel, Field


class LoginRequest(BaseModel):
    """Credentials. The name is a username or an email address."""

    username: str = Field(min_length=1, max_length=254)
    password: str = Field(min_length=1, max_length=1000)
