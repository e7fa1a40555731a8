"""Why an attempt is not judged yet."""

from kit.core.errors import Problem, TooManyRequests


class AccountLocked(TooManyRequests):
    """The password was wrong too often."""

    code = "sign_in.locked"
    default_detail = "Too many failed attempts. Wait before you try again."


class ProofRequired(Problem):
    """Too many wrong passwords were given for this name: this attempt needs a proof of work."""

    status = 428
    code = "proof.required"
    default_detail = "Ask for a challenge, and repeat the request with its proof."
