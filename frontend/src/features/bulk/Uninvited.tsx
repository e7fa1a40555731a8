import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { BulkEnrollmentDetail } from '@/api/enrollment';

/** The number of enrolled people without an email address, with links to show and correct them. */
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
