import Box from '@mui/material/Box';
import { useLocale } from '@/i18n';
import { formatDate, formatHijri } from '@/lib/format';

/** Formats a date like the certificate: Gregorian and Hijri (Umm al-Qura). */
export function BothCalendars({ day }: { day: string }) {
  const locale = useLocale();
  return (
    <time dateTime={day}>
      {formatDate(day, locale)}
      <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
        {formatHijri(day, locale)}
      </Box>
    </time>
  );
}
