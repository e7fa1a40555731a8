import Chip, { type ChipProps } from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';

const colors: Record<string, ChipProps['color']> = {
  approved: 'success',
  cancelled: 'default',
  checked: 'info',
  checking: 'info',
  closed: 'default',
  completed: 'success',
  confirmed: 'success',
  created: 'info',
  draft: 'default',
  enrolled: 'success',
  expired: 'default',
  failed: 'error',
  finished: 'success',
  finished_with_errors: 'warning',
  invalid: 'error',
  issued: 'success',
  'number_case.granted': 'success',
  'number_case.more_requested': 'info',
  'number_case.open': 'warning',
  'number_case.refused': 'error',
  open: 'warning',
  paid: 'success',
  partly_refunded: 'info',
  passed: 'success',
  absent: 'warning',
  pending: 'warning',
  pending_payment: 'warning',
  processing: 'info',
  published: 'success',
  redirected: 'info',
  refunded: 'info',
  rejected: 'error',
  requested: 'info',
  returned: 'warning',
  revoked: 'error',
  skipped: 'default',
  submitted: 'info',
  succeeded: 'success',
  superseded: 'default',
  under_review: 'warning',
  uploaded: 'info',
  valid: 'success',
  waitlisted: 'warning',
  withdrawn: 'default',
};

/** A state of anything, by its name in the API; the text is `status.<name>`. */
export function StatusChip({
  status,
  size = 'small',
}: {
  status: string;
  size?: ChipProps['size'];
}) {
  const { t } = useTranslation();
  return (
    <Chip
      label={t(`status.${status}`, { defaultValue: status })}
      color={colors[status] ?? 'default'}
      variant="outlined"
      size={size}
    />
  );
}
