import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditRead, CreditsConfirmed } from '@/api/payments';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { BulkBar } from '@/components/list/BulkBar';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useConfirmCredits } from './queries';

/** Confirms the selected proposals together. */
export function ConfirmCredits({ chosen, onClear }: { chosen: CreditRead[]; onClear: () => void }) {
  const { t } = useTranslation();
  // The dialog keeps its initial credits, because the list behind it changes.
  const [ids, setIds] = useState<string[]>();
  const [report, setReport] = useState<CreditsConfirmed>();
  const confirm = useConfirmCredits();
  const close = () => {
    setIds(undefined);
    confirm.reset();
  };
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar label={t('routes.transfers')} count={chosen.length} onClear={onClear}>
          <Button
            variant="contained"
            size="small"
            onClick={() => setIds(chosen.map(({ id }) => id))}
          >
            {t('transfers.confirm')}
          </Button>
        </BulkBar>
      )}
      {ids && (
        <ConfirmDialog
          open
          title={t('transfers.confirm_title', { count: ids.length })}
          confirmLabel={t('transfers.confirm')}
          pending={confirm.isPending}
          error={confirm.error}
          onConfirm={() =>
            confirm.mutate(
              { body: { credit_ids: ids } },
              {
                onSuccess: (answer) => {
                  if (answer.left.length > 0) setReport(answer);
                  else toast.success(t('transfers.confirmed'));
                  onClear();
                  close();
                },
              },
            )
          }
          onClose={close}
        >
          {t('transfers.confirm_text')}
        </ConfirmDialog>
      )}
      {report && <ReportDialog report={report} onClose={() => setReport(undefined)} />}
    </>
  );
}

/** Lists the credits that were not confirmed, each with its reason. */
function ReportDialog({ report, onClose }: { report: CreditsConfirmed; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ConfirmDialog
      open
      title={t('transfers.left_title', { count: report.left.length })}
      confirmLabel={t('common.close')}
      onConfirm={onClose}
      onClose={onClose}
    >
      <Typography>{t('transfers.confirmed_count', { count: report.confirmed.length })}</Typography>
      <Box component="ul" sx={{ my: 1, ps: 2.5, maxHeight: 240, overflowY: 'auto' }}>
        {report.left.map(({ credit, reason }) => (
          <li key={credit.id}>
            {t('transfers.match_text', {
              amount: formatMoney(credit.amount_minor, credit.currency, locale),
              payer: credit.payer_name || credit.bank_reference,
            })}
            <Typography variant="body2" color="text.secondary">
              {t(`transfers.left_reasons.${reason}`)}
            </Typography>
          </li>
        ))}
      </Box>
    </ConfirmDialog>
  );
}
