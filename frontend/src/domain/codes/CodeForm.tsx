import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { OtpSent } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { ActionError } from '@/components/feedback/ActionError';
import { FormProblem } from '@/components/form/FormProblem';
import { OtpInput } from '@/components/form/OtpInput';
import { isTransient } from '@/lib/fault';
import { showProblem } from '@/lib/forms';
import { formatClock, getTimeAfter, useCountdown } from '@/lib/useCountdown';

// Errors after which only a new code helps.
const UNUSABLE_CODE_ERRORS = ['one_time_code.too_many_attempts', 'one_time_code.expired'];

interface CodeFormProps {
  submitLabel: string;
  /** Submits the code; rejects if it is refused. */
  onCode: (code: string) => Promise<unknown>;
  /** Requests another code. */
  onResend: () => Promise<OtpSent>;
  /** The time from which a new code can be requested, if known. */
  resendAt?: number | null;
  /** The number of digits. */
  length?: number;
}

/** Input for a code sent by email, with a delayed resend button. */
export function CodeForm({
  submitLabel,
  onCode,
  onResend,
  resendAt = null,
  length = 6,
}: CodeFormProps) {
  const { t } = useTranslation();
  // Without a schema: an error disappears as soon as the user types.
  const form = useForm({ defaultValues: { code: '' } });
  const [spent, setSpent] = useState(false);
  const [nextAt, setNextAt] = useState(resendAt);
  const left = useCountdown(nextAt);

  const check = useMutation({
    mutationFn: onCode,
    onError: (error) => {
      // Without a response the code may still be valid.
      if (!isTransient(error)) form.setValue('code', '');
      setSpent(UNUSABLE_CODE_ERRORS.includes(asProblem(error)?.code ?? ''));
      showProblem(form, error);
    },
  });
  const resend = useMutation({
    mutationFn: onResend,
    onSuccess: ({ resend_in }) => {
      setSpent(false);
      setNextAt(getTimeAfter(resend_in));
      form.reset();
    },
    onError: (error) => {
      const problem = asProblem(error);
      if (problem?.retryAfter) setNextAt(getTimeAfter(problem.retryAfter));
    },
  });
  const submit = form.handleSubmit(({ code }) => {
    if (code.length === length) check.mutate(code);
    else form.setError('code', { message: t('auth.code_incomplete') }, { shouldFocus: true });
  });

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3 }}>
      <OtpInput
        control={form.control}
        name="code"
        label={t('auth.code')}
        length={length}
        autoFocus
        disabled={spent}
        onComplete={() => void submit()}
      />
      <FormProblem control={form.control} />
      {!spent && (
        <Button type="submit" variant="contained" size="large" loading={check.isPending}>
          {submitLabel}
        </Button>
      )}
      <Box sx={{ display: 'grid', gap: 1, justifyItems: spent ? 'stretch' : 'start' }}>
        {!spent && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('auth.code_missing')}
          </Typography>
        )}
        <Button
          variant={spent ? 'contained' : 'outlined'}
          size={spent ? 'large' : 'medium'}
          disabled={left > 0}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {left > 0 ? t('auth.resend_in', { time: formatClock(left) }) : t('auth.resend')}
        </Button>
        {/* The button's countdown shows the same. */}
        {asProblem(resend.error)?.code !== 'one_time_code.too_soon' && (
          <ActionError error={resend.error} onRetry={() => resend.mutate()} />
        )}
        <Typography role="status" variant="body2" sx={{ color: 'success.main' }}>
          {resend.isSuccess && !spent ? t('auth.resent') : ''}
        </Typography>
      </Box>
    </Box>
  );
}
