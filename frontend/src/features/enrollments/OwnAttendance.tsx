import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SessionRead } from '@/api/catalog';
import type { EnrollmentRead } from '@/api/enrollment';
import {
  checkInMutation,
  getMyAttendanceOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { FormProblem } from '@/components/form/FormProblem';
import { OtpInput } from '@/components/form/OtpInput';
import { TitledCard } from '@/components/record/TitledCard';
import { ATTENDANCE_COLOR } from '@/domain/attendanceColor';
import { isTransient } from '@/lib/fault';
import { showProblem } from '@/lib/forms';
import { useInvalidate } from '@/lib/useInvalidate';
import { OwnCode } from './OwnCode';
import { useNow } from './useNow';

/** Poll, because the trainer may open check-in at any moment. */
const REFRESH_MS = 15_000;
/** The time before a session's start from which it can be marked. */
const EARLY_MS = 2 * 3_600_000;

/** The candidate's attendance, with the code for checking in. */
export function OwnAttendance({
  enrollment,
  sessions,
}: {
  enrollment: EnrollmentRead;
  sessions: readonly SessionRead[];
}) {
  const { t } = useTranslation();
  const now = useNow(REFRESH_MS);
  const hasSeat = enrollment.status === 'confirmed' || enrollment.status === 'completed';
  const begins = Date.parse(enrollment.batch.starts_at) - EARLY_MS;
  const running = sessions.find(
    ({ starts_at, ends_at }) =>
      Date.parse(starts_at) - EARLY_MS <= now && now < Date.parse(ends_at),
  );
  const { data } = useQuery({
    ...getMyAttendanceOptions({ path: { enrollment_id: enrollment.id } }),
    enabled: hasSeat && begins <= now,
    refetchInterval: running && REFRESH_MS,
  });
  const shown = enrollment.status === 'confirmed' ? running : undefined;
  if (!shown && !data?.marks.length && !data?.check_in_open) return null;
  const marked = sessions.flatMap((session) => {
    const attendance = data?.marks.find(({ session_id }) => session_id === session.id)?.attendance;
    return attendance ? [{ session, attendance }] : [];
  });
  return (
    <TitledCard title={t('my_batches.attendance.title')}>
      {/* Works offline. */}
      {shown && <OwnCode enrollmentId={enrollment.id} session={shown} />}
      {data?.check_in_open && <CheckIn enrollmentId={enrollment.id} />}
      {data && data.counted > 0 && (
        <Typography sx={{ mt: 1.5 }}>
          {t('my_batches.attendance.so_far', { count: data.counted, attended: data.attended })}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {marked.map(({ session, attendance }) => (
          <Box
            component="li"
            key={session.id}
            sx={{ display: 'flex', gap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
          >
            <Typography sx={{ mr: 'auto' }}>
              <DateText value={session.starts_at} style="weekday" />
            </Typography>
            <Chip
              size="small"
              color={ATTENDANCE_COLOR[attendance]}
              label={t(`my_batches.attendance.mark.${attendance}`)}
            />
          </Box>
        ))}
      </Box>
    </TitledCard>
  );
}

function CheckIn({ enrollmentId }: { enrollmentId: string }) {
  const { t } = useTranslation();
  const form = useForm({ defaultValues: { code: '' } });
  const send = useMutation({
    ...checkInMutation(),
    onSuccess: useInvalidate('attendance'),
    onError: (error) => {
      // Without a response the code may still be valid.
      if (!isTransient(error)) form.setValue('code', '');
      showProblem(form, error);
    },
  });
  const submit = form.handleSubmit(({ code }) =>
    send.mutate({ body: { enrollment_id: enrollmentId, code } }),
  );
  if (send.isSuccess) {
    return (
      <Alert severity="success" sx={{ mt: 1.5 }}>
        {t('my_batches.attendance.checked_in')}
      </Alert>
    );
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}>
      <Typography>{t('my_batches.attendance.how')}</Typography>
      <OtpInput
        control={form.control}
        name="code"
        label={t('my_batches.attendance.code')}
        onComplete={() => void submit()}
      />
      <FormProblem control={form.control} />
      <Button
        type="submit"
        variant="contained"
        loading={send.isPending}
        sx={{ justifySelf: 'start' }}
      >
        {t('my_batches.attendance.check_in')}
      </Button>
    </Box>
  );
}
