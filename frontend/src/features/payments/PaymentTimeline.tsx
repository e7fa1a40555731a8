import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TechnicalDetail, Timeline, TimelineEntry, TimelineStep } from '@/api/payments';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { History } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { timelineQuery } from './queries';

const FOLLOW_MS = 15_000;

interface PaymentTimelineProps {
  chargeId: string;
  /** Set for the payer's view. */
  mine?: boolean;
}

/** The history of a charge, newest first, with the next step. */
export function PaymentTimeline({ chargeId, mine = false }: PaymentTimelineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, isPending, refetch } = useQuery({
    ...timelineQuery(chargeId),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? FOLLOW_MS : false),
  });
  const time = (at: string) => formatDate(at, locale, 'time');
  return (
    <TitledCard title={t('payment_timeline.title')}>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton variant="rounded" height={160} sx={{ mt: 2 }} />}
      {data?.next_inquiry_at && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {t(mine ? 'payment_timeline.next' : 'payment_timeline.next_desk', {
            time: time(data.next_inquiry_at),
          })}
        </Alert>
      )}
      {data && (
        <History
          entries={data.entries.toReversed().map((entry) => ({
            id: `${entry.step} ${entry.at} ${entry.payment_id} ${entry.code}`,
            text: getText(t, entry, mine),
            at: entry.at,
            detail: <Detail entry={entry} time={time} />,
            reason: getReason(t, entry, mine),
            below: entry.technical && <Technical detail={entry.technical} />,
          }))}
        />
      )}
    </TitledCard>
  );
}

const isUnderWay = ({ next_inquiry_at, entries }: Timeline) =>
  next_inquiry_at !== null || entries.at(-1)?.step === 'refund_requested';

function getText(t: TFunction, { step, code }: TimelineEntry, mine: boolean): string {
  if (step === 'asked') return t(`payment_timeline.asked.${code}`);
  if (step === 'page_opened' && mine) return t('payment_timeline.page_opened_mine');
  return t(`payment_timeline.${step}`);
}

const FAILURES: readonly TimelineStep[] = ['declined', 'ended', 'page_failed'];
const REFUNDS: readonly TimelineStep[] = [
  'refund_requested',
  'refunded',
  'credited',
  'refund_failed',
];
const HINTED: readonly TimelineStep[] = [
  'transfer_chosen',
  'on_account',
  'under_review',
  'refunded',
  'refund_failed',
];
const NUMBERED: readonly TimelineStep[] = ['receipt', 'credit_note', 'transfer_chosen', 'moved'];

/** Returns the reason of an entry, worded for the payer or the staff. */
function getReason(t: TFunction, { step, code }: TimelineEntry, mine: boolean): string {
  const why = FAILURES.includes(step)
    ? t(`payment_failure.${code}`, { defaultValue: '' })
    : REFUNDS.includes(step)
      ? t(`refund_reason.${code}`)
      : step === 'under_review' && !mine
        ? t(`review_reason.${code}`)
        : '';
  const hint = mine && HINTED.includes(step) ? t(`payment_timeline.${step}_hint`) : '';
  return [why, hint].filter(Boolean).join('\n');
}

/** The amount, reference and number of attempts. */
function Detail({ entry, time }: { entry: TimelineEntry; time: (at: string) => string }) {
  const { t } = useTranslation();
  const { step, amount_minor, currency, since, times, code } = entry;
  if (since) return t('payment_timeline.times', { count: times, time: time(since) });
  if (NUMBERED.includes(step)) return <bdi dir="ltr">{code}</bdi>;
  return amount_minor != null && currency != null ? (
    <Money amount={amount_minor} currency={currency} />
  ) : null;
}

const PARTS = ['transaction_id', 'reference', 'source', 'outcome', 'error'] as const;

/** References, codes and the provider's messages. */
function Technical({ detail }: { detail: TechnicalDetail }) {
  const { t } = useTranslation();
  const known = PARTS.filter((part) => detail[part]);
  if (known.length === 0) return null;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 0.5,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        color: 'text.secondary',
        fontSize: '0.8125rem',
        '& dt, & dd': { display: 'inline', m: 0 },
      }}
    >
      {known.map((part) => (
        <div key={part}>
          <dt>{t(`payment_timeline.technical.${part}`)}: </dt>
          <Box component="dd" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{detail[part]}</bdi>
          </Box>
        </div>
      ))}
    </Box>
  );
}
