import NextIcon from '@mui/icons-material/ChevronRightOutlined';
import MuiBreadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useOpens } from '@/lib/access';
import { paths } from '@/routes/paths';

export interface Crumb {
  label: string;
  /** The link of the crumb; the last one, the current page, has none. */
  to?: string;
}

/** The first crumb of a layout: `home` on public and candidate pages, else `dashboard`. */
export const TrailStart = createContext<'home' | 'dashboard'>('home');

/** The breadcrumbs from the layout's start page to this page. */
export function Crumbs({ trail }: { trail: readonly Crumb[] }) {
  const { t } = useTranslation();
  const start = useContext(TrailStart);
  const opens = useOpens();
  const first = t(`routes.${start}`);
  // The start page itself needs no breadcrumbs.
  if (trail.length === 1 && trail[0]?.label === first) return null;
  const crumbs: Crumb[] = opens(start)
    ? [{ label: first, to: paths[start] }, ...trail]
    : [...trail];
  return (
    <MuiBreadcrumbs
      aria-label={t('common.breadcrumbs')}
      separator={<NextIcon sx={{ fontSize: 16, transform: 'scaleX(var(--flip))' }} />}
      sx={{ mb: 1, '& li': { display: 'flex' }, '& .MuiBreadcrumbs-separator': { mx: 0.5 } }}
    >
      {crumbs.map(({ label, to }, index) =>
        to && index < crumbs.length - 1 ? (
          <Link
            key={to}
            component={RouterLink}
            to={to}
            variant="body2"
            // The minimum height of a touch target.
            sx={{ color: 'text.secondary', lineHeight: '24px' }}
          >
            {label}
          </Link>
        ) : (
          <Typography key="here" variant="body2" aria-current="page" sx={{ color: 'text.primary' }}>
            {label}
          </Typography>
        ),
      )}
    </MuiBreadcrumbs>
  );
}
