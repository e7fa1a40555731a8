import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { FailureAlert } from '@/components/feedback/FailureAlert';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

/** Returns the Hijri dates for which an import was refused, or undefined. */
export const findHijriDays = (error: unknown) => asProblem(error)?.body.hijri_days;

/**
 * The Hijri dates of a refused file with their Gregorian equivalents, and a button that confirms
 * them.
 */
export function HijriConfirmation({
  error,
  pending,
  onConfirm,
}: {
  error: unknown;
  pending: boolean;
  onConfirm: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const days = findHijriDays(error);
  if (!days) return null;
  return (
    <FailureAlert failure={error} severity="info">
      {t('imports.hijri_file', { count: days.length })}
      <Box component="ul" sx={{ my: 1, paddingInlineStart: 2.5 }}>
        {days.map(({ typed, day }) => (
          <li key={day}>
            {t('imports.hijri_pair', {
              typed: `\u2068${typed}\u2069`,
              day: formatDate(day, locale),
            })}
          </li>
        ))}
      </Box>
      <Button variant="contained" loading={pending} onClick={onConfirm}>
        {t('imports.hijri_import')}
      </Button>
    </FailureAlert>
  );
}
