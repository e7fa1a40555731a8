import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Person } from '@/components/Person';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useUndoableState } from '@/lib/undoQueue';
import type { Preset } from './presets';

/** An enrollment on a narrow screen; decisions are made on its page. */
export function EnrollmentCard({
  enrollment,
  preset,
  about,
}: {
  enrollment: EnrollmentRead;
  preset: Preset;
  /** Replaces the training's title. */
  about?: ReactNode;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const due = preset === 'pending';
  const held = useUndoableState(enrollment.id);
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Person person={enrollment.candidate} />
      <Box sx={{ fontSize: '0.875rem', lineHeight: 1.6 }}>
        {about ?? localized(enrollment.batch, 'title', locale)}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          justifyContent: 'space-between',
          fontSize: '0.875rem',
          color: 'text.secondary',
        }}
      >
        <span>
          <Trans
            i18nKey={due ? 'enrollments.pay_by' : 'enrollments.requested_on'}
            components={{
              date: (
                <DateText
                  value={due ? enrollment.payment_due_at : enrollment.created_at}
                  style="datetime"
                />
              ),
            }}
          />
        </span>
        {held ? (
          t('enrollments.accepting')
        ) : (
          <StatusChip noun="enrollment" status={enrollment.status} />
        )}
      </Box>
      {preset === 'rejected' && enrollment.reason && (
        <Box dir="auto" sx={{ fontSize: '0.875rem' }}>
          {enrollment.reason}
        </Box>
      )}
    </Box>
  );
}
