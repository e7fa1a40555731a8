import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Standard, StandardsBlock } from '@/api/catalog';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';

/** The occupations of a sector by level, with links to trainings. */
export function Standards({ block }: { block: StandardsBlock }) {
  const locale = useLocale();
  return (
    <Card component="section" sx={{ overflow: 'hidden' }}>
      <Typography
        variant="h5"
        component="h2"
        sx={{ px: 2.5, py: 1.75, bgcolor: 'surface.soft', borderBottom: 1, borderColor: 'divider' }}
      >
        {localized(block, 'sector', locale)}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {block.standards.map((standard) => (
          <Row key={standard.title_en} standard={standard} />
        ))}
      </Box>
    </Card>
  );
}

function Row({ standard }: { standard: Standard }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const title = localized(standard, 'title', locale);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 1fr) 120px 200px' },
        px: 2.5,
        py: 1.25,
        '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0, fontWeight: 500 }}>
        {title}
        {standard.code && (
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {' '}
            <bdi dir="ltr">{standard.code}</bdi>
          </Typography>
        )}
      </Box>
      <Box>
        <Chip size="small" label={t(`training_level.${standard.level}`)} />
      </Box>
      <TextLink
        to={href(
          paths.trainings,
          {},
          standard.code ? { standard_code: standard.code } : { search: standard.search },
        )}
        variant="body2"
        aria-label={t('pages.trainings_for', { title })}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      >
        {t('pages.trainings')}
      </TextLink>
    </Box>
  );
}
