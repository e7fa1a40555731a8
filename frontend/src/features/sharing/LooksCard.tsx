import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LookRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { looksQuery } from './queries';

const INITIAL_COUNT = 10;
const MAX_COUNT = 100;

/** Views of the user's certificates, with times. */
export function LooksCard() {
  const { t } = useTranslation();
  const [size, setSize] = useState(INITIAL_COUNT);
  const { data, error, refetch } = useQuery({
    ...looksQuery(size),
    placeholderData: keepPreviousData,
  });
  return (
    <TitledCard title={t('sharing.looks_title')} lead={t('sharing.looks_lead')}>
      <Box sx={{ mt: 2.5, display: 'grid', gap: 2, justifyItems: 'start' }}>
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {data?.data.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>{t('sharing.no_looks')}</Typography>
        )}
        {data && data.data.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
            {data.data.map((look) => (
              <Look key={look.id} look={look} />
            ))}
          </Box>
        )}
        {data && data.meta.total > data.data.length && size < MAX_COUNT && (
          <Button onClick={() => setSize(MAX_COUNT)}>{t('sharing.more_looks')}</Button>
        )}
      </Box>
    </TitledCard>
  );
}

function Look({ look }: { look: LookRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const name = (locale === 'ar' ? look.name_ar : look.name_en) ?? look.name_en ?? look.name_ar;
  return (
    <li>
      <Typography>
        {name ? <bdi>{name}</bdi> : t(look.signed_in ? 'sharing.a_user' : 'sharing.a_visitor')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <DateText value={look.looked_at} style="datetime" /> ·{' '}
        {t(look.by_link ? 'sharing.by_link' : 'sharing.by_number')}
        {look.network && (
          <>
            {' '}
            · <bdi dir="ltr">{look.network}</bdi>
          </>
        )}
      </Typography>
    </li>
  );
}
