from kit.core.errors import Conflict, Forbidden, NotFound, TooManyRequests


class InvitationNotFound(NotFound):
    code = "invitation.not_found"
    default_detail = "We couldn't find this invitation. Check that you copied the whole link."


class InvitationUsed(Conflict):
    code = "invitation.already_answered"
    default_detail = "This invitation was already answered."


class InvitationExpired(Conflict):
    code = "invitation.expired"
    default_detail = "This invitation has expired. Ask the sender to invite you again."


class InvitationRevoked(Conflict):
    """The invitation was sent again or withdrawn."""

    code = "invitation.revoked"
    default_detail = (
        "This invitation is no longer valid because it was withdrawn or replaced. Use the latest "
        "one."
    )


class InvitationOfOther(Forbidden):
    """Another user is signed in than the invited one."""

    code = "invitation.other_account"
    default_detail = "This invitation is for another account. Sign in with that account."


class InvitationNeedsSignIn(Forbidden):
    """The invited user has a password, so they must sign in to answer."""

    code = "invitation.sign_in_required"
    default_detail = "Sign in to answer this invitation."


class InvitationTooSoon(TooManyRequests):
    """The previous invitation was sent less than a minute ago."""

    code = "invitation.too_soon"
    default_detail = "An invitation was just sent. Wait a little before you send another one."
