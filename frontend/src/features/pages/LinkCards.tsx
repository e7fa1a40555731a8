import ForwardIcon from '@mui/icons-material/ArrowForwardOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { PageLink } from '@/api/catalog';
import { AnyLink } from '@/components/AnyLink';
import { localized, useLocale } from '@/i18n';

/** Links as cards with descriptions. */
export function LinkCards({ links }: { links: readonly PageLink[] }) {
  const locale = useLocale();
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        mt: 1,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
      }}
    >
      {links.map((link) => (
        <Card
          component="li"
          key={`${link.address} ${link.label_en}`}
          sx={{ position: 'relative', p: 2.5, '&:hover': { borderColor: 'primary.main' } }}
        >
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontWeight: 600 }}>
            {/* The whole card is a link. */}
            <AnyLink
              to={link.address}
              sx={{ flex: 1, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
            >
              {localized(link, 'label', locale)}
            </AnyLink>
            <ForwardIcon
              fontSize="small"
              sx={{ color: 'text.secondary', transform: 'scaleX(var(--flip))' }}
            />
          </Box>
          <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
            {localized(link, 'text', locale)}
          </Typography>
        </Card>
      ))}
    </Box>
  );
}
