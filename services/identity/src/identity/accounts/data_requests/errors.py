from kit.core.errors import Conflict, NotFound


class DataRequestRunning(Conflict):
    """The services have not all answered the previous request yet."""

    code = "data_request.in_progress"
    default_detail = "Your data is being collected already."


class DataFileNotFound(NotFound):
    """The caller has no such archive, or it has expired."""

    code = "data_file.not_found"
    default_detail = "This file is no longer there. Ask for your data again."
