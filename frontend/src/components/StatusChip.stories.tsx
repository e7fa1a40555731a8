import Box from '@mui/material/Box';
import { type StatusNoun, statuses } from '@/lib/statuses';
import { StatusChip } from './StatusChip';

export default { title: 'Status' };

/** Every state of every noun, in its colour. */
export const AllStates = () => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
    {Object.entries(statuses).flatMap(([noun, states]) =>
      Object.keys(states).map((status) => (
        <StatusChip key={`${noun}.${status}`} noun={noun as StatusNoun} status={status} />
      )),
    )}
  </Box>
);
