import Box from '@mui/material/Box';
import Rating from '@mui/material/Rating';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { QuestionResult } from '@/api/enrollment';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';

/** The average and the distribution of a question's ratings. */
export function Distribution({
  result: { question, average, counts },
}: {
  result: QuestionResult;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <Box>
      <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 600 }}>
        {t(`surveys.questions.${question}`)}
      </Typography>
      {average === null ? (
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>{t('surveys.not_rated')}</Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', mt: 0.5 }}>
            <Typography variant="h3" component="p">
              {formatNumber(Math.round(average * 10) / 10, locale)}
            </Typography>
            <Rating value={average} precision={0.1} readOnly size="small" aria-hidden />
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('surveys.of_five', { count: all })}
            </Typography>
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
            {counts
              .map((count, place) => ({ rating: place + 1, count }))
              .toReversed()
              .map(({ rating, count }) => (
                <Box
                  component="li"
                  key={rating}
                  sx={{ display: 'flex', gap: 1.5, alignItems: 'center', py: 0.25 }}
                >
                  <Typography variant="body2" sx={{ width: 64 }}>
                    {t('form.stars', { count: rating })}
                  </Typography>
                  <Box sx={{ flex: 1, height: 8, borderRadius: 1, bgcolor: 'surface.soft' }}>
                    <Box
                      sx={{
                        width: `${(100 * count) / all}%`,
                        height: '100%',
                        borderRadius: 1,
                        bgcolor: 'primary.main',
                      }}
                    />
                  </Box>
                  <Typography variant="body2" sx={{ width: 32, textAlign: 'end' }}>
                    {formatNumber(count, locale)}
                  </Typography>
                </Box>
              ))}
          </Box>
        </>
      )}
    </Box>
  );
}
