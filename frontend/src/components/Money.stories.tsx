import Stack from '@mui/material/Stack';
import { Money } from './Money';

export default { title: 'Money' };

/** Amounts in minor units of currencies with two, three and no decimals. */
export const Amounts = () => (
  <Stack sx={{ gap: 1 }}>
    <Money amount={125_050} />
    <Money amount={0} />
    <Money amount={-4_900} />
    <Money amount={1_234_567} currency="KWD" />
    <Money amount={98_000} currency="JPY" />
  </Stack>
);
