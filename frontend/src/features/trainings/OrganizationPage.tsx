import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { ShareButton } from '@/components/ShareButton';
import { LoadingCards } from '@/domain/catalogue/Catalogue';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { paths, queryString } from '@/routes/paths';
import { organizationQuery, trainingsQuery } from './queries';
import { TrainingCard } from './TrainingCard';

// Fills rows of two and of three cards; the catalogue has the rest.
const MAX_TRAININGS = 12;

/** The public page of an organization with its trainings. */
export default function OrganizationPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: organization, error, isPending, refetch } = useQuery(organizationQuery(id));

  if (isNotFound(error)) throw new PageError(404, 'training_page.provider.not_found');
  const name = localized(organization, 'name', useLocale());
  return (
    <PageContainer
      loading={isPending}
      actions={organization && <ShareButton title={name} />}
      title={name || t('routes.provider')}
      trail={[{ label: t('routes.trainings'), to: paths.trainings }]}
      subtitle={
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          {organization?.image_url && (
            <Avatar component="span" variant="rounded" src={organization.image_url} alt="" />
          )}
          {t('training_page.provider.lead')}
        </Box>
      }
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <LoadingCards height={450} />}
      {organization && <Trainings organizationId={organization.id} />}
    </PageContainer>
  );
}

function Trainings({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(
    trainingsQuery({ organization_id: organizationId, page_size: MAX_TRAININGS }),
  );
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <LoadingCards height={450} />}
      {data?.data.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('training_page.provider.none')}</Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
        }}
      >
        {data?.data.map((training) => (
          <TrainingCard key={training.id} training={training} />
        ))}
      </Box>
      {data && data.meta.total > MAX_TRAININGS && (
        <LinkButton
          to={paths.trainings + queryString({ organization_id: organizationId })}
          variant="outlined"
          sx={{ mt: 3 }}
        >
          {t('training_page.provider.all')}
        </LinkButton>
      )}
    </>
  );
}
