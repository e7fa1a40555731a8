import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { partnerOperations } from '@/api/runtime/partner.gen';

const codes = [...new Set(partnerOperations.flatMap((operation) => operation.codes))].sort();

/** The error codes that API clients may receive, with the app's texts. */
export function Codes() {
  const { t } = useTranslation();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 2,
        display: 'grid',
        columnGap: 3,
        rowGap: { xs: 0.5, sm: 1 },
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1.4fr)' },
        fontSize: '0.875rem',
      }}
    >
      {codes.map((code) => (
        <Box key={code} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ overflowWrap: 'anywhere' }}>
            <bdi dir="ltr">
              <code>{code}</code>
            </bdi>
          </Box>
          <Box component="dd" sx={{ m: 0, mb: { xs: 1, sm: 0 }, color: 'text.secondary' }}>
            {t(`errors.${code}`)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
