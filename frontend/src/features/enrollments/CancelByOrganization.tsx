import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { FormDialog } from '@/components/form/FormDialog';
import { usePersonName } from '@/components/Person';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useCancelByOrganization } from './deskQueries';
import { ReasonField, useReasonForm } from './ReasonField';

/** Returns the refund rule; the texts are `enrollment_cancel.<rule>`. */
const moneyRule = ({ price_minor, status }: EnrollmentRead) => {
  if (price_minor === 0) return 'nothing_due';
  return status === 'confirmed' ? 'whole_price' : 'not_paid';
};

/** Cancels an enrollment after confirmation, with a reason that the candidate receives. */
export function CancelByOrganization({
  enrollment,
  onClose,
}: {
  enrollment: EnrollmentRead;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const name = usePersonName()(enrollment.candidate);
  const cancel = useCancelByOrganization();
  const form = useReasonForm();
  const { id, status, price_minor, currency } = enrollment;
  const consequences = [
    t(status === 'waitlisted' ? 'enrollment_cancel.place' : 'enrollment_cancel.seat'),
    t(`enrollment_cancel.${moneyRule(enrollment)}`, {
      amount: formatMoney(price_minor, currency, locale),
    }),
    t('enrollment_cancel.notified'),
  ];
  return (
    <FormDialog
      form={form}
      title={t('enrollment_cancel.title', { name })}
      text={
        <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      }
      saveLabel={t('enrollment_cancel.action')}
      color="error"
      onSave={async (body) => {
        await cancel.mutateAsync({ path: { enrollment_id: id }, body });
        toast.success(t('enrollment_cancel.done', { name }));
      }}
      onClose={onClose}
    >
      <ReasonField control={form.control} />
    </FormDialog>
  );
}
