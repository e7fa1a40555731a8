import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefundTask } from '@/api/payments';
import { listTransferRefundsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { Money } from '@/components/Money';
import { CopyText } from '@/components/record/CopyText';
import { Details } from '@/components/record/Details';
import { localized, useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useRecordRefund } from './queries';

/** Refunds to transfer manually; renders nothing if there are none. */
export function RefundTasks() {
  const { t } = useTranslation();
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const [recorded, setRecorded] = useState<RefundTask>();
  const { data: tasks = [] } = useQuery(listTransferRefundsOptions());
  if (tasks.length === 0) return null;
  return (
    <>
      <Button variant="outlined" color="warning" onClick={() => setOpen(true)}>
        {t('transfers.refund_tasks', { count: tasks.length })}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby={titleId} fullWidth>
        <DialogTitle id={titleId}>{t('transfers.refund_tasks_title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 3 }}>
          {tasks.map((task) => (
            <Task key={task.id} task={task} onRecord={() => setRecorded(task)} />
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{t('common.close')}</Button>
        </DialogActions>
      </Dialog>
      {recorded && <RecordRefund task={recorded} onClose={() => setRecorded(undefined)} />}
    </>
  );
}

function Task({ task, onRecord }: { task: RefundTask; onRecord: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box sx={{ borderBottom: 1, borderColor: 'divider', pb: 2 }}>
      <Details
        entries={[
          [
            t('transfers.amount'),
            <Money key="amount" amount={task.amount_minor} currency={task.currency} />,
          ],
          [t('transfers.to'), <bdi key="to">{localized(task, 'payer_name', locale)}</bdi>],
          task.payer_account && [
            t('transfers.account'),
            <CopyText key="account" text={task.payer_account} />,
          ],
          [t('transfers.reference'), <CopyText key="reference" text={task.reference} />],
        ]}
      />
      {task.can_record && (
        <Button sx={{ mt: 1.5 }} size="small" variant="contained" onClick={onRecord}>
          {t('transfers.record_refund')}
        </Button>
      )}
    </Box>
  );
}

const schema = z.object({
  bank_reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
});

function RecordRefund({ task, onClose }: { task: RefundTask; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useZodForm(schema, { bank_reference: '' });
  const record = useRecordRefund();
  return (
    <FormDialog
      form={form}
      title={t('transfers.record_refund_title')}
      text={t('transfers.record_refund_text')}
      saveLabel={t('transfers.record_refund')}
      onSave={async (body) => {
        await record.mutateAsync({ path: { refund_id: task.id }, body });
        toast.success(t('transfers.refund_recorded'));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="bank_reference"
        label={t('transfers.bank_reference')}
        required
        autoFocus
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 100 } }}
      />
    </FormDialog>
  );
}
