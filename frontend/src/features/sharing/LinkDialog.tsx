import { useTranslation } from 'react-i18next';
import type { CertificateListed } from '@/api/enrollment';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { SelectInput } from '@/components/form/SelectInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { useCreateLink } from './queries';

const DAYS = ['1', '7', '30', '90'] as const;

const schema = z.object({
  certificate_ids: z.array(z.string()).check(z.minLength(1)),
  days: z.enum(DAYS),
});

/** Selects the certificates of a link and its duration. */
export function LinkDialog({
  certificates,
  onMade,
  onClose,
}: {
  certificates: readonly CertificateListed[];
  /** Called with the secret of the link's URL, which is shown once. */
  onMade: (token: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const create = useCreateLink();
  const form = useZodForm(
    schema,
    { certificate_ids: certificates.length === 1 ? [certificates[0]?.id ?? ''] : [], days: '30' },
    'onSubmit',
  );
  return (
    <FormDialog
      form={form}
      title={t('sharing.make_link')}
      text={t('sharing.link_text')}
      saveLabel={t('sharing.make')}
      onSave={async ({ certificate_ids, days }) => {
        const { token } = await create.mutateAsync({
          body: { certificate_ids, days: Number(days) },
        });
        onMade(token);
      }}
      onClose={onClose}
    >
      <MultiSelectInput
        control={form.control}
        name="certificate_ids"
        label={t('sharing.which')}
        options={certificates.map((certificate) => ({
          value: certificate.id,
          label: `${localized(certificate, 'training_title', locale)} · ${certificate.number}`,
        }))}
      />
      <SelectInput
        control={form.control}
        name="days"
        label={t('sharing.how_long')}
        options={DAYS.map((value) => ({
          value,
          label: t('sharing.days', { count: Number(value) }),
        }))}
      />
    </FormDialog>
  );
}
