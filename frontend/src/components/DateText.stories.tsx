import Stack from '@mui/material/Stack';
import { DateText } from './DateText';

export default { title: 'Dates' };

/** A date, a timestamp, and null. */
export const DaysAndMoments = () => (
  <Stack sx={{ gap: 1 }}>
    <DateText value="2026-11-01" />
    <DateText value="2026-11-01T06:30:00Z" style="datetime" />
    <DateText value={null} />
  </Stack>
);
