import ssl


def certificates(url: str) -> ssl.SSLContext | bool:
    """Return the `verify` argument of `httpx.AsyncClient` for a URL: public authorities for https,
    none for http.

    By default httpx loads the authorities for each client, also for http, which costs CPU and
    memory.
    """
    return url.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
