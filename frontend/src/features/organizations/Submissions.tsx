import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { OrganizationDetail, SubmissionRead } from '@/api/identity';
import { accentBorder } from '@/components/accentBorder';
import { DateText } from '@/components/DateText';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';

/** The organization's submissions and their decisions. */
export function Submissions({ organization }: { organization: OrganizationDetail }) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('organizations.submissions')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mt: 3, display: 'grid', gap: 3 }}>
        {organization.submissions.map((submission) => (
          <Submission key={submission.number} submission={submission} />
        ))}
      </Box>
      {organization.submissions.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('organizations.not_submitted')}</Typography>
      )}
    </TitledCard>
  );
}

function Submission({ submission }: { submission: SubmissionRead }) {
  const { t } = useTranslation();
  return (
    <Box component="li" sx={accentBorder()}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>
          {t('approvals.round_of', { number: submission.number })}
        </Typography>
        <StatusChip noun="approval" status={submission.status} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <Trans
          i18nKey="organizations.submitted_on"
          components={{ date: <DateText value={submission.submitted_at} style="datetime" /> }}
        />
        {submission.decided_at && (
          <>
            {' · '}
            <Trans
              i18nKey="organizations.decided"
              components={{ date: <DateText value={submission.decided_at} style="datetime" /> }}
            />
          </>
        )}
      </Typography>
      {submission.comment && (
        <Typography dir="auto" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>
          {submission.comment}
        </Typography>
      )}
      {submission.remarks.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
          {submission.remarks.map(({ field, text }) => (
            <li key={field}>
              {field.startsWith('documents.')
                ? t('organizations.document')
                : t(`submission.fields.${field}`, { defaultValue: field })}
              : <bdi>{text}</bdi>
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
