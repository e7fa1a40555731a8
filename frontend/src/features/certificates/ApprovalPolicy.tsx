import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { toast } from '@/lib/toast';
import { policyQuery, useUpdatePolicy } from './queries';

/** Shows and changes whether the organization's certificates need approval. */
export function ApprovalPolicy() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(policyQuery());
  const update = useUpdatePolicy();
  if (!data) return null;
  const isOn = data.needs_approval;
  const close = () => {
    setOpen(false);
    update.reset();
  };
  const turn = () =>
    update.mutate(
      { body: { needs_approval: !isOn } },
      {
        onSuccess: () => {
          close();
          toast.success(t(`certificates.requests.${isOn ? 'turned_off' : 'turned_on'}`));
        },
      },
    );
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t(`certificates.requests.${isOn ? 'turn_off' : 'turn_on'}`)}
      </Button>
      <ConfirmDialog
        open={open}
        title={t(`certificates.requests.${isOn ? 'turn_off' : 'policy_title'}`)}
        confirmLabel={t(`certificates.requests.${isOn ? 'turn_off' : 'turn_on'}`)}
        pending={update.isPending}
        error={update.error}
        onConfirm={turn}
        onClose={close}
      >
        {t(`certificates.requests.${isOn ? 'policy_on' : 'policy_off'}`)}{' '}
        {!isOn && t('certificates.requests.policy_alone')}
      </ConfirmDialog>
    </>
  );
}
