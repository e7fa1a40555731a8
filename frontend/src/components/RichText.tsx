import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { type MouseEvent, Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { ownPath } from '@/lib/access/redirect';
import { useSanitizer } from '@/lib/sanitizeHtml';

/** The style of formatted text, shared by the editor and the display. */
export const richTextStyle = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  lineHeight: 1.7,
  overflowWrap: 'anywhere',
  '& p, & ul, & ol, & blockquote': { m: 0 },
  '& ul, & ol': { paddingInlineStart: 3 },
  '& li': { my: 0.75 },
  '& h3, & h4': { m: 0, mt: 1.5, fontWeight: 600 },
  '& a': { color: 'primary.main' },
  '& blockquote': {
    paddingInlineStart: 2,
    borderInlineStart: '3px solid',
    borderColor: 'divider',
    color: 'text.secondary',
  },
} as const;

interface RichTextProps {
  html: string;
  sx?: SxProps<Theme>;
}

/** Shows formatted text. The catalogue sanitizes it when storing; this sanitizes it again. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense>
      <SanitizedText {...props} />
    </Suspense>
  );
}

function SanitizedText({ html, sx }: RichTextProps) {
  const navigate = useNavigate();
  const sanitize = useSanitizer();
  const safe = useMemo(() => sanitize(html), [sanitize, html]);
  // Links to the app's own pages navigate without a reload.
  const follow = (event: MouseEvent) => {
    const address = (event.target as Element).closest('a')?.getAttribute('href');
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
    if (!plain || !address?.startsWith('/')) return;
    event.preventDefault();
    const path = ownPath(address);
    if (path) navigate(path);
  };
  return (
    // The links inside are the interactive elements, also by keyboard.
    <Box
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above.
      dangerouslySetInnerHTML={{ __html: safe }}
      sx={{ ...richTextStyle, ...sx }}
    />
  );
}
