"""What is refused about invitations. None of it changes anything."""

from kit.core.errors import Conflict, Forbidden, NotFound, TooManyRequests


class InvitationNotFound(NotFound):
    """No invitation has this link."""

    code = "invitation.not_found"
    default_detail = "This is no invitation. Look whether the whole link was copied."


class InvitationUsed(Conflict):
    """It was accepted or declined before."""

    code = "invitation.already_answered"
    default_detail = "This invitation was answered already."


class InvitationExpired(Conflict):
    """It was not used within its seven days."""

    code = "invitation.expired"
    default_detail = "This invitation has expired. Ask for another one."


class InvitationRevoked(Conflict):
    """It was sent again, or taken back."""

    code = "invitation.revoked"
    default_detail = "A newer invitation was sent, or this one was withdrawn."


class InvitationOfOther(Forbidden):
    """Somebody else is signed in than who was invited."""

    code = "invitation.other_account"
    default_detail = "This invitation is for another account."


class InvitationNeedsSignIn(Forbidden):
    """Whoever has an account answers with it."""

    code = "invitation.sign_in_required"
    default_detail = "Sign in with your account to answer this invitation."


class InvitationTooSoon(TooManyRequests):
    """The last one was sent a moment ago."""

    code = "invitation.too_soon"
    default_detail = "An invitation was sent a moment ago. Wait before you send another one."
