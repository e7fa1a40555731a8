"""What submitting again takes."""

from pydantic import BaseModel

from identity.accounts.fields import OrganizationNameAr, OrganizationNameEn


class SubmissionCreate(BaseModel):
    """What an organization corrects; a name that is left out stays. Staff leave out both."""

    organization_name_en: OrganizationNameEn | None = None
    organization_name_ar: OrganizationNameAr | None = None
