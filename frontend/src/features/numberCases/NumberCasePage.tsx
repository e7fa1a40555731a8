import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { CaseDetail } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { History } from '@/components/record/History';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { Code } from '@/components/record/values';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { PendingConfirmation } from '@/domain/PendingConfirmation';
import { useCountries } from '@/domain/useCountryOptions';
import { localized, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';
import { DecideNumberCase } from './DecideNumberCase';
import { numberCases } from './lists';
import { PartyCard } from './PartyCard';
import { caseQuery } from './queries';

/** A number case: both people side by side, the decision and the history. */
export default function NumberCasePage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  return (
    <RecordPage
      list={numberCases}
      listTitle={t('routes.numberCases')}
      id={id}
      query={useQuery(caseQuery(id))}
      notFound="errors.number_case.not_found"
      title={() => t('routes.numberCase')}
      status={({ status }) => <StatusChip noun="number_case" status={status} size="medium" />}
      code={({ number }) => number}
      tabs={() => changes([id])}
      aside={(found) => <Record found={found} />}
    >
      {(found) => (
        <>
          <PendingConfirmation pending={found.pending_confirmation} of="decision" />
          <Summary found={found} />
          <Box sx={parties(found.holder !== null)}>
            <PartyCard found={found} party="claimant" person={found.claimant} />
            {found.holder && <PartyCard found={found} party="holder" person={found.holder} />}
          </Box>
          {found.can_decide && <DecideNumberCase key={found.version} found={found} />}
        </>
      )}
    </RecordPage>
  );
}

const parties = (two: boolean) => ({
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: two ? '1fr 1fr' : '1fr' },
  alignItems: 'start',
});

function Summary({ found }: { found: CaseDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { countries } = useCountries();
  const { user } = useSession();
  const country = countries.find(({ code }) => code === found.country);
  const waits = found.status === 'open' || found.status === 'more_requested';
  const isOwn = [found.claimant.user_id, found.holder?.user_id].includes(user?.id);
  return (
    <Card sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Typography variant="h4" component="h2">
        {t(`number_cases.causes.${found.cause}`)}
      </Typography>
      <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
        {t(`number_cases.cause_text.${found.holder ? 'held' : 'free'}`)}
      </Typography>
      <Details
        entries={[
          [t(`numbers.kind.${found.kind}`), <Code key="n" text={found.number} />],
          found.country && [
            t('person.passport_country'),
            localized(country, 'name', locale) || found.country,
          ],
          found.old_number && [
            t('number_cases.old_number'),
            <Code key="o" text={found.old_number} />,
          ],
          [
            t('number_cases.asked_on'),
            <DateText key="a" value={found.created_at} style="datetime" />,
          ],
          found.decided_at && [
            t('number_cases.decided_on'),
            <DateText key="d" value={found.decided_at} style="datetime" />,
          ],
          found.reason && [
            t('number_cases.reason'),
            <span key="r" dir="auto">
              {found.reason}
            </span>,
          ],
        ]}
      />
      {waits && !found.can_decide && (
        <Alert severity="info" sx={{ mt: 3 }}>
          {t(isOwn ? 'errors.number_case.own_number' : 'number_cases.look_only')}
        </Alert>
      )}
    </Card>
  );
}

/** The history of the case, oldest first. */
function Record({ found }: { found: CaseDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('number_cases.record')}>
      <History
        entries={found.entries.map((entry) => ({
          id: entry.id,
          text: t(`number_cases.actions.${entry.action}`, {
            actor: localized(entry.actor, 'name', locale),
            user: localized(entry.user, 'name', locale),
          }),
          at: entry.created_at,
          detail: (entry.old_number || entry.new_number) && (
            <Trans
              i18nKey="number_cases.replaced"
              components={{
                old: <Code text={entry.old_number} />,
                new: <Code text={entry.new_number} />,
              }}
            />
          ),
          reason: entry.comment,
        }))}
      />
    </TitledCard>
  );
}
