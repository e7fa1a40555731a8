"""Files of the archive have readable names that every system can store."""

from identity.accounts.data_requests.adapters.archive import name_files


def test_files_are_named_by_their_titles_and_never_twice() -> None:
    titles = [
        "Commercial registration 2026-11-22",
        "commercial registration 2026-11-22",
        "Commercial registration 2026-11-22 (2)",
        'Lease: "A/B"? 2026-11-22',
        "سجل تجاري 2026-11-22",
        "Picture Candidate",
    ]
    keys = [f"documents/token{number}/scan.pdf" for number in range(5)] + ["images/t/2.webp"]
    named = name_files(zip(titles, keys, strict=True))
    assert [*named.values()] == keys
    assert [*named] == [
        "Commercial registration 2026-11-22.pdf",
        "commercial registration 2026-11-22 (2).pdf",
        "Commercial registration 2026-11-22 (2) (2).pdf",
        "Lease_ _A-B__ 2026-11-22.pdf",
        "سجل تجاري 2026-11-22.pdf",
        "Picture Candidate.webp",
    ]
