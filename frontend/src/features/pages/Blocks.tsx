import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { PageRead } from '@/api/catalog';
import { RichText } from '@/components/RichText';
import { localized, useLocale } from '@/i18n';
import { LinkCards } from './LinkCards';
import { Questions } from './Questions';
import { Standards } from './Standards';
import { Steps } from './Steps';

export type Block = PageRead['blocks'][number];

// A line length that is easy to read.
const TEXT_WIDTH = 760;
// Pages with at least this number of headings have an index.
const MIN_INDEX_HEADINGS = 4;

const getAnchor = (place: number) => `part-${place + 1}`;

/** The blocks of a page; a long page starts with an index. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  const headings = blocks.filter(({ kind }) => kind === 'heading').length;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 4, lg: 8 },
        alignItems: 'start',
        ...(headings >= MIN_INDEX_HEADINGS && {
          gridTemplateColumns: { lg: 'minmax(0, 1fr) 280px' },
        }),
      }}
    >
      {headings >= MIN_INDEX_HEADINGS && <Index blocks={blocks} />}
      <Box sx={{ minWidth: 0, gridColumn: { lg: 1 }, gridRow: { lg: 1 } }}>
        {blocks.map((block, place) => (
          // Blocks have no IDs, and their order changes only with the page.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <Box key={place} sx={{ mt: place === 0 ? 0 : block.kind === 'heading' ? 5 : 2.5 }}>
            <BlockContent block={block} anchor={getAnchor(place)} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function BlockContent({ block, anchor }: { block: Block; anchor: string }) {
  const locale = useLocale();
  switch (block.kind) {
    case 'heading':
      return (
        <Typography
          id={anchor}
          variant="h4"
          component="h2"
          sx={{ maxWidth: TEXT_WIDTH, scrollMarginTop: 96 }}
        >
          {localized(block, 'text', locale)}
        </Typography>
      );
    case 'text':
      return <RichText html={localized(block, 'html', locale)} sx={{ maxWidth: TEXT_WIDTH }} />;
    case 'questions':
      return <Questions questions={block.questions} sx={{ maxWidth: TEXT_WIDTH }} />;
    case 'links':
      return <LinkCards links={block.links} />;
    case 'steps':
      return <Steps steps={block.steps} />;
    case 'standards':
      return <Standards block={block} />;
  }
}

function Index({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box
      component="nav"
      aria-label={t('pages.index')}
      sx={{
        gridColumn: { lg: 2 },
        position: { lg: 'sticky' },
        top: 96,
        borderInlineStart: 2,
        borderColor: 'divider',
        paddingInlineStart: 2.5,
      }}
    >
      <Typography variant="body2" component="h2" sx={{ fontWeight: 600 }}>
        {t('pages.index')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 1 }}>
        {blocks.map(
          (block, place) =>
            block.kind === 'heading' && (
              <li key={getAnchor(place)}>
                <Link
                  href={`#${getAnchor(place)}`}
                  variant="body2"
                  sx={{ display: 'block', py: 0.5, color: 'text.secondary', fontWeight: 400 }}
                >
                  {localized(block, 'text', locale)}
                </Link>
              </li>
            ),
        )}
      </Box>
    </Box>
  );
}
