from kit.core.errors import Problem, TooManyRequests


class AccountLocked(TooManyRequests):
    code = "sign_in.locked"
    default_detail = "Too many failed attempts. Wait before you try again."


class ProofRequired(Problem):
    """After too many wrong passwords for this name, the attempt needs a proof of work."""

    status = 428
    code = "proof.required"
    default_detail = "Request a challenge, then repeat the request with its proof."
