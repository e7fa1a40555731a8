import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { DateText } from '@/components/DateText';

export interface Message {
  id: string;
  kind: 'message' | 'answer' | 'note';
  /** The author's name, in the user's language. */
  who: string;
  text: string;
  at: string;
  /** The channel of the message. */
  note?: ReactNode;
}

/** A conversation, oldest first: the sender's messages at the start, ours at the end. */
export function Conversation({ label, said }: { label: string; said: readonly Message[] }) {
  return (
    <Box
      component="ol"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, mt: 2.5, p: 0, display: 'grid', gap: 2 }}
    >
      {said.map(({ id, kind, who, text, at, note }) => (
        <Box
          component="li"
          key={id}
          sx={{
            maxWidth: { sm: '88%' },
            minWidth: { sm: '50%' },
            justifySelf: kind === 'message' ? 'start' : 'end',
            p: 2,
            borderRadius: 3,
            border: 1,
            borderStyle: kind === 'note' ? 'dashed' : 'solid',
            borderColor: kind === 'note' ? 'warning.main' : 'divider',
            bgcolor: kind === 'answer' ? 'surface.tint' : 'background.paper',
          }}
        >
          <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
            <Box component="strong" sx={{ color: 'text.primary' }}>
              <bdi>{who}</bdi>
            </Box>
            {' · '}
            <DateText value={at} style="datetime" />
            {note && <> · {note}</>}
          </Typography>
          <Typography
            dir="auto"
            sx={{ mt: 0.75, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {text}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
