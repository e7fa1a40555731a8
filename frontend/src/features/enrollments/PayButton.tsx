import CardIcon from '@mui/icons-material/CreditCardOutlined';
import type { ButtonProps } from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { LinkButton } from '@/components/RouterLinks';
import { href, paths, queryString } from '@/routes/paths';

/** Returns the path of a candidate's batch. */
export const myBatchPath = ({ batch }: Pick<EnrollmentRead, 'batch'>) =>
  href(paths.myTraining, { id: batch.training_id, batchId: batch.id });

/** Pays for the enrollment; the payment page returns to the batch. */
export function PayButton({
  enrollment,
  size,
}: {
  enrollment: EnrollmentRead;
  size?: ButtonProps['size'];
}) {
  const { t } = useTranslation();
  const query = { charge: enrollment.charge_id, redirect: myBatchPath(enrollment) };
  return (
    <LinkButton
      variant="contained"
      size={size}
      startIcon={<CardIcon />}
      to={paths.pay + queryString(query)}
      // The row is a link, so stop the button's events.
      onClick={(event) => event.stopPropagation()}
    >
      {t('my_batches.pay')}
    </LinkButton>
  );
}
