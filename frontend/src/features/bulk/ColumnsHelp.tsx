import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { TitledCard } from '@/components/record/TitledCard';
import { columnNames } from './columns';

/** Explains the columns of a file and marks the required ones. */
export function ColumnsHelp({ ofBatch }: { ofBatch: boolean }) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('bulk_enrollments.columns')} lead={t('bulk_enrollments.columns_lead')}>
      <Box component="dl" sx={{ m: 0, mt: 2, display: 'grid', gap: 1.5 }}>
        {columnNames({ batch_id: ofBatch ? '' : null }).map((name) => (
          <div key={name}>
            <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
              {t(`bulk_enrollments.column.${name}`)}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
              {t(`bulk_enrollments.meaning.${name}`)}
            </Typography>
          </div>
        ))}
      </Box>
    </TitledCard>
  );
}
