import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { BulkEnrollmentDetail } from '@/api/enrollment';

/** How many people are enrolled whom nobody could write to, what can be done, and who they are. */
export function Uninvited({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  if (bulk.uninvited === 0 || bulk.test) return null;
  const show = () => {
    const next = new URLSearchParams(params);
    next.set('uninvited', 'true');
    next.delete('page');
    setParams(next);
  };
  return (
    <Alert
      severity="warning"
      action={
        params.get('uninvited') !== 'true' && (
          <Button color="inherit" size="small" onClick={show}>
            {t('bulk_enrollments.uninvited.show')}
          </Button>
        )
      }
    >
      {t('bulk_enrollments.uninvited.count', { count: bulk.uninvited })}{' '}
      {t('bulk_enrollments.uninvited.text')}
    </Alert>
  );
}
