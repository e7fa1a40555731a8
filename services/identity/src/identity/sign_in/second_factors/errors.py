"""What is refused about second factors."""

from kit.core.errors import Conflict, Invalid


class SecondFactorWrong(Invalid):
    """The code is not right, or was used already."""

    code = "second_factor.wrong"
    default_detail = "The code is not right, or was used already."


class SecondFactorOn(Conflict):
    """There is one, which must be turned off before another one is set up."""

    code = "second_factor.on"
    default_detail = "Your second factor is on already."


class SecondFactorOff(Conflict):
    """There is none, and none is being set up."""

    code = "second_factor.off"
    default_detail = "You have no second factor."


class SecondFactorEnforced(Conflict):
    """The platform asks its admins for a second factor."""

    code = "second_factor.enforced"
    default_detail = "The platform asks its admins for a second factor, so yours stays on."
