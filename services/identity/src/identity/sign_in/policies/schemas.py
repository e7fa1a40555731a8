from kit.domain.fields import InputModel
from pydantic import BaseModel


class SignInPolicyRead(BaseModel):
    admins_need_second_factor: bool
    """True if admins without a second factor can do nothing but set one up."""


class SignInPolicyUpdate(InputModel):
    admins_need_second_factor: bool
