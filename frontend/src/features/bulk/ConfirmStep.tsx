import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { Money } from '@/components/Money';
import { BatchLines } from './BatchLines';
import type { BulkStep } from './BulkSteps';
import { useConfirm, useInvalidateCounts } from './queries';
import { countWaiting, getCurrency } from './quote';

const ORDER_LENGTH = 60;

/** The last step before enrollment: people, seats and costs. */
export function ConfirmStep({
  bulk,
  goTo,
}: {
  bulk: BulkEnrollmentDetail;
  goTo: (step: BulkStep) => void;
}) {
  const { t } = useTranslation();
  const [order, setOrder] = useState('');
  const [wait, setWait] = useState(false);
  const confirm = useConfirm();
  const recount = useInvalidateCounts(bulk.id);
  const waiting = countWaiting(bulk);
  const total = bulk.quote?.total_minor ?? 0;
  const send = () =>
    confirm.mutate(
      {
        path: { bulk_id: bulk.id },
        body: {
          purchase_order: order.trim(),
          when_full: wait ? 'wait' : 'refuse',
          total_minor: total,
        },
      },
      // Seats, rows or prices may have changed, so refetch.
      { onError: () => void recount() },
    );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, maxWidth: 1040 }}>
      {bulk.invalid > 0 && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={() => goTo('check')}>
              {t('bulk_enrollments.mend')}
            </Button>
          }
        >
          {t('bulk_enrollments.left_out', { count: bulk.invalid })}
        </Alert>
      )}
      {bulk.uninvited > 0 && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" onClick={() => goTo('check')}>
              {t('bulk_enrollments.uninvited.add')}
            </Button>
          }
        >
          {t('bulk_enrollments.uninvited.before', { count: bulk.uninvited })}
        </Alert>
      )}
      <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 }, display: 'grid', gap: 3 }}>
        <Typography variant="h4" component="h2">
          {t('bulk_enrollments.confirm_title', { count: bulk.valid })}
        </Typography>
        <BatchLines bulk={bulk} />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', typography: 'h5' }}>
          <span>{t('bulk_enrollments.total')}</span>
          <Money amount={total} currency={getCurrency(bulk)} />
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(total > 0 ? 'bulk_enrollments.then_pay' : 'bulk_enrollments.then_enrolled')}{' '}
          {t(`bulk_enrollments.registration.${bulk.quote?.registration ?? bulk.registration}`)}
        </Typography>
        {waiting > 0 && (
          <FormControlLabel
            control={<Checkbox checked={wait} onChange={(_, set) => setWait(set)} />}
            label={t('bulk_enrollments.let_wait', { count: waiting })}
          />
        )}
        {total > 0 && (
          <TextField
            label={t('bulk_enrollments.purchase_order')}
            helperText={t('bulk_enrollments.purchase_order_hint')}
            value={order}
            onChange={({ target }) => setOrder(target.value)}
            slotProps={{ htmlInput: { maxLength: ORDER_LENGTH, dir: 'auto' } }}
            sx={{ maxWidth: 420 }}
          />
        )}
        <ActionError error={confirm.error} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button
            variant="contained"
            size="large"
            disabled={bulk.status !== 'checked' || bulk.valid === 0 || (waiting > 0 && !wait)}
            loading={confirm.isPending}
            onClick={send}
          >
            {t('bulk_enrollments.confirm', { count: bulk.valid })}
          </Button>
          <Button color="inherit" size="large" onClick={() => goTo('check')}>
            {t('common.back')}
          </Button>
        </Box>
      </Card>
    </Box>
  );
}
