from notifications.deliveries.adapters.mail import _address


def test_domains_of_other_scripts_are_sent_as_a_labels() -> None:
    assert _address("Huda", "huda@موقع.com").addr_spec == "huda@xn--4gbrim.com"
    assert _address("Huda", "huda@example.com").addr_spec == "huda@example.com"
