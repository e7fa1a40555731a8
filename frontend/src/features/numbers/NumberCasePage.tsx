import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { CaseDetail } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { Facts } from '@/components/record/Facts';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { isUnknown, PageError } from '@/lib/fault';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { DecideCase } from './DecideCase';
import { PartyCard } from './PartyCard';
import { caseQuery } from './queries';

/** One identity number that an admin decides about: both people side by side, and its record. */
export default function NumberCasePage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(caseQuery(id));
  if (isUnknown(error)) throw new PageError(404, 'errors.number_case.not_found');
  return (
    <PageContainer
      title={t('routes.numberCase')}
      trail={[{ label: t('routes.numberCases'), to: paths.numberCases }]}
      actions={data && <StatusChip noun="number_case" status={data.status} size="medium" />}
    >
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}
      {data && <Details found={data} />}
    </PageContainer>
  );
}

function Details({ found }: { found: CaseDetail }) {
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Summary found={found} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', md: found.holder ? '1fr 1fr' : '1fr' },
          alignItems: 'start',
        }}
      >
        <PartyCard found={found} party="claimant" person={found.claimant} />
        {found.holder && <PartyCard found={found} party="holder" person={found.holder} />}
      </Box>
      {found.can_decide && <DecideCase key={found.version} found={found} />}
      <Record found={found} />
    </Box>
  );
}

function Summary({ found }: { found: CaseDetail }) {
  const { t } = useTranslation();
  const { user } = useSession();
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
      <Facts
        facts={[
          [t(`numbers.kind.${found.kind}`), <Digits key="n" value={found.number} />],
          found.old_number && [
            t('number_cases.old_number'),
            <Digits key="o" value={found.old_number} />,
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
          {t(isOwn ? 'errors.number_case.own' : 'number_cases.look_only')}
        </Alert>
      )}
    </Card>
  );
}

/** Who did what, when and why; the oldest first. */
function Record({ found }: { found: CaseDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('number_cases.record')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mt: 2.5, display: 'grid', gap: 2 }}>
        {found.entries.map((entry) => (
          <Box
            component="li"
            key={entry.id}
            sx={{ borderInlineStart: 2, borderColor: 'divider', paddingInlineStart: 2 }}
          >
            <Typography sx={{ fontWeight: 600 }}>
              {t(`number_cases.actions.${entry.action}`, {
                actor: localized(entry.actor, 'name', locale),
                user: localized(entry.user, 'name', locale),
              })}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              <DateText value={entry.created_at} style="datetime" />
              {(entry.old_number || entry.new_number) && (
                <>
                  {' · '}
                  {t('number_cases.from')} <Digits value={entry.old_number} />{' '}
                  {t('number_cases.to')} <Digits value={entry.new_number} />
                </>
              )}
            </Typography>
            {entry.comment && (
              <Typography dir="auto" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>
                {entry.comment}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </TitledCard>
  );
}

function Digits({ value }: { value: string | null }) {
  return <bdi dir="ltr">{value || '–'}</bdi>;
}
