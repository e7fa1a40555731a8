import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { accentBorder } from '@/components/accentBorder';
import { DateText } from '@/components/DateText';

export interface HistoryEntry {
  id: string;
  /** The action and its actor. */
  text: string;
  /** A timestamp or a date. */
  at: string;
  /** The values before and after. */
  detail?: ReactNode;
  /** The actor's comment. */
  reason?: string | null;
  /** Further content below. */
  below?: ReactNode;
}

/** A timeline of actions with actor, time and reason. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mt: 2.5, display: 'grid', gap: 2 }}>
      {entries.map(({ id, text, at, detail, reason, below }) => (
        <Box component="li" key={id} sx={accentBorder()}>
          <Typography sx={{ fontWeight: 600 }}>{text}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <DateText value={at} style={at.includes('T') ? 'datetime' : 'date'} />
            {detail && <> · {detail}</>}
          </Typography>
          {reason && (
            <Typography dir="auto" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>
              {reason}
            </Typography>
          )}
          {below}
        </Box>
      ))}
    </Box>
  );
}
