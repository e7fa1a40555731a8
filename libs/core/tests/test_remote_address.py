import pytest
from kit.core.remote_address import get_client_network, get_network
from starlette.requests import Request


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:7:7:1:2:3:4", "2001:db8:7:7::/64"),
        ("2001:db8:7:7::", "2001:db8:7:7::/64"),
        ("2001:db8:7:8::", "2001:db8:7:8::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket", "a socket"),
    ],
)
def test_a_client_is_an_ipv4_address_or_the_network_of_a_line(host: str, network: str) -> None:
    assert get_network(host) == network


async def test_an_unknown_client_has_no_network() -> None:
    assert await get_client_network(Request({"type": "http", "client": None})) == ""
