import ssl


def certificates(url: str) -> ssl.SSLContext | bool:
    """Return the `verify` argument of `httpx.AsyncClient` for a URL: public authorities for https,
    none for http.

    httpx would load the authorities anyway, at 30 ms of CPU and 2 MB for each client.
    """
    return url.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
