import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { ActionMenu } from '@/components/ActionMenu';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { localized, useLocale } from '@/i18n';
import { formatDate, formatMoney } from '@/lib/format';
import { useCancel } from './queries';
import { refundRule } from './refund';

/** Cancels the candidate's own enrollment after confirmation, with the refund terms. */
export function CancelEnrollment({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const cancel = useCancel();
  const waiting = enrollment.status === 'waitlisted';
  const label = t(waiting ? 'my_batches.cancel.leave_list' : 'my_batches.cancel.action');
  const ask = () => {
    cancel.reset();
    setOpen(true);
  };
  const rule = refundRule(enrollment, Date.now());
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Typography variant="body2">{t('my_batches.cancel.lead')}</Typography>
        <ActionMenu
          name={localized(enrollment.batch, 'title', locale)}
          actions={[{ label, danger: true, onSelect: ask }]}
        />
      </Box>
      <ConfirmDialog
        open={open}
        title={t(waiting ? 'my_batches.cancel.leave_title' : 'my_batches.cancel.title')}
        confirmLabel={label}
        closeLabel={t(waiting ? 'my_batches.cancel.stay' : 'my_batches.cancel.keep')}
        color="error"
        pending={cancel.isPending}
        error={cancel.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          cancel.mutate(
            { path: { enrollment_id: enrollment.id } },
            {
              // The page shows the new state, and a notification reports it.
              onSuccess: () => setOpen(false),
            },
          )
        }
      >
        <Typography>
          {t(waiting ? 'my_batches.cancel.leave_text' : 'my_batches.cancel.text')}
        </Typography>
        {!waiting && (
          <Typography sx={{ mt: 1.5 }}>
            {t(`my_batches.cancel.${rule}`, {
              price: formatMoney(enrollment.price_minor, enrollment.currency, locale),
              kept: enrollment.batch.kept_percent,
              date: enrollment.refundable_until
                ? formatDate(enrollment.refundable_until, locale, 'datetime')
                : '',
            })}
          </Typography>
        )}
      </ConfirmDialog>
    </>
  );
}
