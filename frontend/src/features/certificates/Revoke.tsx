import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CertificateRead } from '@/api/enrollment';
import { zCertificateRevoke } from '@/api/enrollment/zod.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toOptions } from '@/lib/options';
import { toast } from '@/lib/toast';
import { useRevoke } from './queries';

/** Revokes a certificate after confirmation. */
export function Revoke({ certificate }: { certificate: CertificateRead }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('certificates.revoke')}
      </Button>
      {open && <RevokeDialog certificate={certificate} onClose={() => setOpen(false)} />}
    </>
  );
}

const kinds = ['issued_in_error', 'result_changed', 'misconduct', 'other'] as const;

function RevokeDialog({
  certificate,
  onClose,
}: {
  certificate: CertificateRead;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const name = localized(certificate, 'holder_name', useLocale());
  const revoke = useRevoke();
  const form = useZodForm(
    zCertificateRevoke,
    { kind: 'issued_in_error' as const, reason: '' },
    'onSubmit',
  );
  return (
    <FormDialog
      form={form}
      title={t('certificates.revoke_title', { name })}
      text={t('certificates.revoke_text')}
      saveLabel={t('certificates.revoke')}
      color="error"
      onSave={async (body) => {
        await revoke.mutateAsync({ path: { certificate_id: certificate.id }, body });
        toast.success(t('certificates.revoked'));
      }}
      onClose={onClose}
    >
      <SelectInput
        control={form.control}
        name="kind"
        label={t('certificates.kind')}
        hint={t('certificates.kind_hint')}
        options={toOptions(kinds, (kind) => t(`certificates.kinds.${kind}`))}
        required
      />
      <TextInput
        control={form.control}
        name="reason"
        label={t('certificates.reason')}
        hint={t('certificates.reason_hint')}
        multiline
        minRows={3}
        required
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 500 } }}
      />
    </FormDialog>
  );
}
