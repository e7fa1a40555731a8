from kit.core.errors import Conflict, NotFound


class DataRequestRunning(Conflict):
    """The services have not all answered the previous request yet."""

    code = "data_request.in_progress"
    default_detail = "We're already collecting your data."


class DataFileNotFound(NotFound):
    """The caller has no such archive, or it has expired."""

    code = "data_file.not_found"
    default_detail = "This file is no longer available. Request your data again."
