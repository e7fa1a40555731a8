import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoughtSeat, BulkEnrollmentDetail } from '@/api/enrollment';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { Money } from '@/components/Money';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { Payment } from './Payment';
import { peopleQuery, useFreeSeat } from './queries';

/** Seats purchased without names: payment, assigned people, and the number waiting. */
export function BoughtStep({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const fill = href(paths.batchBulkEnroll, { uuid: bulk.batch_id ?? '' });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, maxWidth: 1040 }}>
      {bulk.status === 'awaiting_payment' && <Payment bulk={bulk} />}
      {bulk.status === 'cancelled' && (
        <Alert severity="info">{t('bulk_enrollments.was_cancelled')}</Alert>
      )}
      {bulk.status === 'expired' && (
        <Alert severity="warning">{t('bulk_enrollments.has_expired')}</Alert>
      )}
      {bulk.status === 'finished' && bulk.free_seats > 0 && (
        <Alert
          severity="info"
          action={
            <LinkButton color="inherit" size="small" to={fill}>
              {t('bulk_enrollments.bought.fill')}
            </LinkButton>
          }
        >
          {t('bulk_enrollments.bought.to_fill', { count: bulk.free_seats })}
        </Alert>
      )}
      <TitledCard title={t('bulk_enrollments.bought.title')}>
        <Details
          entries={[
            [t('bulk_enrollments.bought.seats'), formatNumber(bulk.bought_seats, locale)],
            [t('bulk_enrollments.bought.without_people'), formatNumber(bulk.free_seats, locale)],
            [
              t('bulk_enrollments.bought.price'),
              <Money key="price" amount={bulk.seat_price_minor} currency={bulk.currency} />,
            ],
            [
              t('bulk_enrollments.total'),
              <Money key="total" amount={bulk.amount_minor} currency={bulk.currency} />,
            ],
            bulk.purchase_order && [
              t('bulk_enrollments.purchase_order'),
              <bdi key="order">{bulk.purchase_order}</bdi>,
            ],
          ]}
        />
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('bulk_enrollments.bought.terms')}
        </Typography>
      </TitledCard>
      {bulk.status === 'finished' && bulk.free_seats < bulk.bought_seats && <People bulk={bulk} />}
    </Box>
  );
}

function People({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, refetch } = useQuery(peopleQuery(bulk.id));
  const [leaving, setLeaving] = useState<BoughtSeat | null>(null);
  return (
    <TitledCard
      title={t('bulk_enrollments.bought.people')}
      lead={t('bulk_enrollments.bought.people_lead')}
    >
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {data?.data.map((seat) => (
          <Box
            component="li"
            key={seat.enrollment_id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1.5,
              py: 1.25,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Typography sx={{ flex: '1 1 200px', minWidth: 0 }}>
              {localized(seat, 'name', locale) || t('bulk_enrollments.bought.nameless')}
            </Typography>
            <StatusChip noun="enrollment" status={seat.status} />
            {seat.status === 'confirmed' && (
              <Button size="small" onClick={() => setLeaving(seat)}>
                {t('bulk_enrollments.bought.exchange')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {data && data.meta.total > data.data.length && (
        <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
          {t('bulk_enrollments.decide_more', { count: data.meta.total - data.data.length })}
        </Typography>
      )}
      {leaving && <ExchangeDialog bulk={bulk} seat={leaving} onClose={() => setLeaving(null)} />}
    </TitledCard>
  );
}

const REASON = { min: 3, max: 500 };
const schema = z.object({
  reason: z.string().check(z.trim(), z.minLength(REASON.min), z.maxLength(REASON.max)),
});

/**
 * Removes a person from a purchased seat, with a reason that they receive; the seat is free for
 * another person.
 */
function ExchangeDialog({
  bulk,
  seat,
  onClose,
}: {
  bulk: BulkEnrollmentDetail;
  seat: BoughtSeat;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const free = useFreeSeat();
  const form = useZodForm(schema, { reason: '' }, 'onSubmit');
  const name = localized(seat, 'name', locale) || t('bulk_enrollments.bought.nameless');
  return (
    <FormDialog
      form={form}
      title={t('bulk_enrollments.bought.exchange_title', { name })}
      text={t('bulk_enrollments.bought.exchange_text')}
      saveLabel={t('bulk_enrollments.bought.take_off')}
      color="error"
      onSave={async ({ reason }) => {
        const { enrollment_id } = seat;
        await free.mutateAsync({ path: { bulk_id: bulk.id }, body: { enrollment_id, reason } });
        toast.success(t('bulk_enrollments.bought.taken_off', { name }));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="reason"
        label={t('enrollments.reason')}
        hint={t('enrollments.reason_hint')}
        multiline
        minRows={3}
        required
        slotProps={{ htmlInput: { dir: 'auto', maxLength: REASON.max } }}
      />
    </FormDialog>
  );
}
