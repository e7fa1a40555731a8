import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SearchSelect } from '@/components/form/SearchSelect';
import { SectionTabs } from '@/components/list/SectionTabs';
import { PageContainer } from '@/components/PageContainer';
import { useOrganizationSource } from '@/domain/useOrganizationFilter';
import { useSections } from './useSections';

/** Selects the organization whose candidates an admin sees; the URL holds it. */
export function ChooseOrganization() {
  const { t } = useTranslation();
  const sections = useSections();
  const source = useOrganizationSource();
  const [, setParams] = useSearchParams();
  return (
    <PageContainer title={t('routes.organizationCandidates')} compact>
      {sections && <SectionTabs label={sections.label} sections={sections.of} />}
      <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 }, maxWidth: 720 }}>
        <Typography sx={{ mb: 2.5 }}>{t('candidates.choose_lead')}</Typography>
        <SearchSelect
          source={source}
          value={null}
          onChange={(organization) =>
            organization && setParams({ organization_id: organization.id })
          }
          label={t('candidates.choose')}
        />
      </Card>
    </PageContainer>
  );
}
