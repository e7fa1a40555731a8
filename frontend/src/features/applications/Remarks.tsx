import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '@/api/enrollment';
import { useSession } from '@/lib/session';

/** Approvers' remarks on a returned or rejected application. */
export function Remarks({ of }: { of: ApplicationDetail }) {
  const { t } = useTranslation();
  const { status, comment, remarks } = of;
  const isAdmin = useSession().profile?.type === 'admin';
  const isToMend = status === 'returned' && !isAdmin;
  if (!comment && remarks.length === 0) return null;
  return (
    <Alert severity={isToMend ? 'warning' : 'info'}>
      <AlertTitle>{t(isToMend ? 'applications.to_mend' : 'applications.comment')}</AlertTitle>
      {comment && <div dir="auto">{comment}</div>}
      {remarks.map(({ field, text }) => (
        <div key={field}>
          {t(`submission.fields.${field}`, { defaultValue: field })}: <bdi>{text}</bdi>
        </div>
      ))}
    </Alert>
  );
}
