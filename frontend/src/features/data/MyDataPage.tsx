import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PageContainer } from '@/components/PageContainer';
import { DownloadCard } from './DownloadCard';
import { EraseCard } from './EraseCard';

/** The user's data export and erasure, for candidates and dashboard users. */
export default function MyDataPage() {
  const { t } = useTranslation();
  return (
    <PageContainer title={t('routes.accountData')} subtitle={t('data.lead')} width="lg">
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 860 }}>
        <DownloadCard />
        <EraseCard />
      </Box>
    </PageContainer>
  );
}
