"""What the API says about approvers."""

from uuid import UUID

from pydantic import BaseModel, ConfigDict


class ApproverRead(BaseModel):
    """Somebody who can approve. An inactive one no longer counts at any level."""

    model_config = ConfigDict(from_attributes=True)

    user_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    active: bool
