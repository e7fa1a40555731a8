"""The platform's policy of signing in."""

from kit.domain.fields import InputModel
from pydantic import BaseModel


class SignInPolicyRead(BaseModel):
    """What is asked of those who sign in."""

    admins_need_second_factor: bool
    """Admins without a second factor can do nothing but set one up."""


class SignInPolicyUpdate(InputModel):
    """The policy from now on."""

    admins_need_second_factor: bool
