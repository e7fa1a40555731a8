import Box from '@mui/material/Box';
import type { CountryRead } from '@/api/catalog';

/** A country's flag: the uploaded picture, else the emoji. */
export function Flag({ country }: { country: Pick<CountryRead, 'flag_url' | 'flag_emoji'> }) {
  if (!country.flag_url) return <span aria-hidden>{country.flag_emoji}</span>;
  return (
    <Box
      component="img"
      src={country.flag_url}
      alt=""
      sx={{ height: 20, maxWidth: 40, objectFit: 'contain', verticalAlign: 'middle' }}
    />
  );
}
