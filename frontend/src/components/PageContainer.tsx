import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { type ReactNode, useContext } from 'react';
import { usePageTitle } from '@/lib/usePageTitle';
import { type Crumb, Crumbs, TrailStart } from './Crumbs';

interface PageContainerProps {
  title: string;
  /** Reserves the title's line while only a generic title is known. */
  loading?: boolean;
  subtitle?: ReactNode;
  /** The pages between the layout's start and this one; the page itself is added. */
  trail?: readonly Crumb[];
  /** Buttons in the title row. */
  actions?: ReactNode;
  /** Narrow suits forms and texts. */
  width?: 'md' | 'lg' | 'xl';
  /** Reduces the space between title and content, for content that needs the screen's height. */
  compact?: boolean;
  children: ReactNode;
}

// Tables use the full width of large screens, up to the widest breakpoint.
const wide = { maxWidth: { xl: 1536 } };

const bar = { bgcolor: 'action.hover', color: 'transparent', borderRadius: 1 };

/** The frame of a page: breadcrumbs, title, actions, content. It also names the document. */
export function PageContainer({
  title,
  loading = false,
  subtitle,
  trail = [],
  actions,
  width = 'xl',
  compact = false,
  children,
}: PageContainerProps) {
  usePageTitle(title);
  const inDashboard = useContext(TrailStart) === 'dashboard';
  return (
    <Container
      maxWidth={width}
      disableGutters={inDashboard}
      sx={inDashboard ? { ml: 0, ...(width === 'xl' && wide) } : { py: { xs: 3, md: 5 } }}
    >
      <Crumbs trail={[...trail, { label: title }]} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'flex-start',
          justifyContent: 'space-between',
          mb: compact ? 1.5 : { xs: 3, md: 4 },
        }}
      >
        {/* A long title leaves the actions in its row if there is space. */}
        <Box sx={{ minWidth: 0, maxWidth: 760, flex: { sm: '1 1 360px' } }}>
          <Typography variant={inDashboard ? 'h3' : 'h2'} component="h1">
            {loading ? (
              <Box component="span" sx={bar}>
                {title}
              </Box>
            ) : (
              title
            )}
          </Typography>
          {loading && <Box aria-hidden sx={{ ...bar, mt: 1, height: 24, width: 220 }} />}
          {!loading && subtitle && (
            <Typography component="div" sx={{ mt: 0.75, color: 'text.secondary' }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {actions && <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>{actions}</Box>}
      </Box>
      {children}
    </Container>
  );
}
