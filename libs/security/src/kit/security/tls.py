"""Which certificates a client checks servers by."""

import ssl


def certificates(url: str) -> ssl.SSLContext | bool:
    """What `httpx.AsyncClient(verify=…)` is given for the servers at `url`: for https the
    authorities that everybody trusts, and none for http, where nothing is checked.

    httpx loads them in any case otherwise: 30 ms of CPU and 2 MB for each client.
    """
    return url.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
