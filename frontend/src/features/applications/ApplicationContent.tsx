import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '@/api/enrollment';
import { Person } from '@/components/Person';
import { TitledCard } from '@/components/record/TitledCard';
import { useSession } from '@/lib/session';

/** The content of an application: staff and answers. */
export function ApplicationContent({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  const { staff, note } = application;
  return (
    <>
      <TitledCard title={t('applications.staff')}>
        <Box
          component="ol"
          sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 1.5 }}
        >
          {staff.map((member) => (
            <li key={member.profile_id}>
              <Person person={member} />
            </li>
          ))}
        </Box>
        {staff.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('applications.nobody_chosen')}
          </Typography>
        )}
      </TitledCard>
      <TitledCard title={t(isAdmin ? 'submission.fields.note' : 'applications.note')}>
        <Typography dir="auto" sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {note || '–'}
        </Typography>
      </TitledCard>
    </>
  );
}
