from contracts.identity import NumberCaseChanged, NumberCaseStatus

from identity.accounts.numbers.models import NumberCase, Party


def number_case_changed(case: NumberCase, previous: NumberCaseStatus | None) -> NumberCaseChanged:
    parties = {Party.CLAIMANT: case.claimant_id, Party.HOLDER: case.holder_id}
    asked = tuple(user for party, user in parties.items() if user and case.asks(party))
    return NumberCaseChanged(
        case_id=case.id,
        kind=case.kind,
        cause=case.cause,
        previous_status=previous,
        status=case.status,
        claimant_user_id=case.claimant_id,
        holder_user_id=case.holder_id,
        asked_user_ids=asked,
        comment=case.comment,
    )
