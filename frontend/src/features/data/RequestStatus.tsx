import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { StatusChip } from '@/components/StatusChip';

/** The status of a data request. */
export function RequestStatus({
  noun,
  asked: { status, created_at },
  children,
}: {
  noun: 'data_request' | 'erasure';
  asked: { status: string; created_at: string };
  children: ReactNode;
}) {
  return (
    <Box
      role="status"
      sx={{
        width: '100%',
        p: 2,
        borderRadius: 1.5,
        bgcolor: 'surface.soft',
        display: 'grid',
        gap: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip noun={noun} status={status} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Trans
            i18nKey="data.asked"
            components={{ date: <DateText value={created_at} style="datetime" /> }}
          />
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
