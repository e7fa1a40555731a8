import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import DOMPurify from 'dompurify';
import { type MouseEvent, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { ownPath } from '@/lib/access/redirect';

/** The look of formatted text, the same where it is written and where it is read. */
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

// As the catalogue allows them (`catalog.texts.adapters.html`).
const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'h3',
    'h4',
    'strong',
    'em',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'blockquote',
    'a',
  ],
  ALLOWED_ATTR: ['href', 'rel'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

// Without a DOM, as on the server, only the catalogue has sanitized it.
const sanitize = (html: string) =>
  DOMPurify.isSupported ? DOMPurify.sanitize(html, allowed) : html;

/** Shows formatted text; the catalogue sanitizes it when it is stored, this again when it is shown. */
export function RichText({ html, sx }: { html: string; sx?: SxProps<Theme> }) {
  const navigate = useNavigate();
  const safe = useMemo(() => sanitize(html), [html]);
  // What leads to a page of the app does so without loading it anew.
  const follow = (event: MouseEvent) => {
    const address = (event.target as Element).closest('a')?.getAttribute('href');
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
    if (!plain || !address?.startsWith('/')) return;
    event.preventDefault();
    const path = ownPath(address);
    if (path) navigate(path);
  };
  return (
    // Its links are what is pressed, also by keyboard.
    <Box
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above.
      dangerouslySetInnerHTML={{ __html: safe }}
      sx={{ ...richTextStyle, ...sx }}
    />
  );
}
