import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditRead } from '@/api/payments';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { BulkBar } from '@/components/list/BulkBar';
import { toast } from '@/lib/toast';
import { useConfirmCredits } from './queries';

/** Confirms the marked proposals together. */
export function ConfirmCredits({ chosen, onClear }: { chosen: CreditRead[]; onClear: () => void }) {
  const { t } = useTranslation();
  // The dialog keeps what it was opened with: the list changes under it.
  const [ids, setIds] = useState<string[]>();
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
                onSuccess: (rows) => {
                  const left = rows.filter(({ status }) => status !== 'matched').length;
                  if (left > 0) toast.info(t('transfers.left', { count: left }));
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
    </>
  );
}
