import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AttemptRead } from '@/api/notifications';
import { DateText } from '@/components/DateText';
import { CodeBlock } from '@/components/record/CodeBlock';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { answerText, faultText } from './answerTexts';

/** The delivery attempts with their responses, newest first. */
export function Answers({ answers }: { answers: readonly AttemptRead[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('webhooks.attempts_title')}>
      {answers.length === 0 && (
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>{t('webhooks.no_attempts')}</Typography>
      )}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 2.5, p: 0, display: 'grid', gap: 3 }}>
        {answers.map((answer, index) => (
          <Box component="li" key={answer.id} sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600 }}>
              {t('webhooks.attempt', { number: formatNumber(answers.length - index, locale) })}:{' '}
              <bdi dir="ltr">{answerText(t, answer)}</bdi>
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              <DateText value={answer.attempted_at} style="datetime" /> ·{' '}
              {t('webhooks.took', { ms: formatNumber(answer.took_ms, locale) })}
            </Typography>
            {answer.error && (
              <Typography sx={{ mt: 1 }} dir="auto">
                {faultText(t, answer.error)}
              </Typography>
            )}
            {answer.response_body && (
              <Box sx={{ mt: 1 }}>
                <CodeBlock
                  label={`${t('webhooks.attempt', { number: answers.length - index })}: ${t('webhooks.answer')}`}
                  text={answer.response_body}
                />
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </TitledCard>
  );
}
