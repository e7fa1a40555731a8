import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { PageSlug } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import type { RouteName } from '@/routes/paths';
import { Blocks } from './Blocks';
import { pageQuery } from './queries';

interface ContentProps {
  name: RouteName;
  slug: PageSlug;
  /** Content that the app adds to the page. */
  children?: ReactNode;
}

/** A content page, with the date of its version. */
export function Content({ name, slug, children }: ContentProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const page = useQuery(pageQuery(slug));
  return (
    <PageContainer
      title={localized(page.data, 'title', locale) || t(`routes.${name}`)}
      subtitle={localized(page.data, 'summary', locale)}
    >
      {page.error && <ErrorAlert error={page.error} onRetry={() => void page.refetch()} />}
      {page.isPending && <Loading />}
      {page.data && <Blocks blocks={page.data.blocks} />}
      {/* Shown only after the content above it has loaded, to prevent a layout shift. */}
      {!page.isPending && children}
      {page.data && slug === 'terms-conditions' && (
        <Typography variant="body2" sx={{ mt: 5, color: 'text.secondary' }}>
          <Trans
            i18nKey="pages.version"
            values={{ number: page.data.number }}
            components={{ date: <DateText value={page.data.published_at} /> }}
          />
        </Typography>
      )}
    </PageContainer>
  );
}

function Loading() {
  return (
    <Box aria-hidden="true" sx={{ maxWidth: 760 }}>
      {[0, 1, 2].map((part) => (
        <Box key={part} sx={{ mb: 5 }}>
          <Skeleton width="40%" height={36} />
          <Skeleton />
          <Skeleton />
          <Skeleton width="70%" />
        </Box>
      ))}
    </Box>
  );
}
