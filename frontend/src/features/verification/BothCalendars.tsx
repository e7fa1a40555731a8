import Box from '@mui/material/Box';
import { useLocale } from '@/i18n';
import { formatDate, formatHijri } from '@/lib/format';

/** A day as the certificate prints it: by the Gregorian calendar and by that of Umm al-Qura. */
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
