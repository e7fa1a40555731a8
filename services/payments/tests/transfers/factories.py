"""Bank statements in each format."""

from collections.abc import Sequence

IBAN = "SA0380000000608010167519"
Entries = Sequence[tuple[str, str, str]]
"""Amount, text and bank reference of each credit."""


def mt940(entries: Entries, iban: str = IBAN) -> bytes:
    """Build a SWIFT message that ends with a debit."""
    lines = "".join(
        f":61:2611231123C{amount.replace('.', ',')}NTRFNONREF//{reference}\n:86:{text}\n"
        for amount, text, reference in entries
    )
    return (
        f":20:STMT\n:25:{iban}\n:28C:1/1\n:60F:C261122SAR1000,00\n{lines}"
        ":61:2611231123D20,00NCHGNONREF//FEE1\n:86:FEE\n:62F:C261123SAR2480,00\n"
    ).encode()


def camt053(entries: Entries, iban: str = IBAN) -> bytes:
    """Build an ISO 20022 statement that ends with a debit."""

    def entry(amount: str, text: str, reference: str, mark: str = "CRDT") -> str:
        remitted = f"<RmtInf><Ustrd>{text}</Ustrd></RmtInf>" if text else ""
        return (
            f"<Ntry><Amt Ccy='SAR'>{amount}</Amt><CdtDbtInd>{mark}</CdtDbtInd>"
            "<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt>"
            f"<AcctSvcrRef>{reference}</AcctSvcrRef><NtryDtls><TxDtls>{remitted}"
            "<RltdPties><Dbtr><Pty><Nm>Sara Al-Harbi</Nm></Pty></Dbtr></RltdPties>"
            "</TxDtls></NtryDtls></Ntry>"
        )

    listed = "".join(entry(*each) for each in entries) + entry("20.00", "fee", "FEE1", "DBIT")
    return (
        "<?xml version='1.0'?><Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'>"
        f"<BkToCstmrStmt><Stmt><Acct><Id><IBAN>{iban}</IBAN></Id></Acct>{listed}</Stmt>"
        "</BkToCstmrStmt></Document>"
    ).encode()


def sheet(entries: Entries) -> bytes:
    """Build a CSV file that ends with a debit."""
    lines = "".join(
        f'23/11/2026,"{amount}",{reference},"{text}"\n' for amount, text, reference in entries
    )
    return f"Date,Amount,Bank reference,Description\n{lines}23/11/2026,-20.00,FEE1,fee\n".encode()
