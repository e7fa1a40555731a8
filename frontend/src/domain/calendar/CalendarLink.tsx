import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';

/** Downloads a batch's sessions as a calendar file. */
export function CalendarLink({ batchId }: { batchId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Button
      component="a"
      href={`/api/v1/batches/${batchId}/calendar.ics?language=${locale}`}
      startIcon={<CalendarIcon />}
      sx={{ mt: 1 }}
    >
      {t('batch_page.add_to_calendar')}
    </Button>
  );
}
