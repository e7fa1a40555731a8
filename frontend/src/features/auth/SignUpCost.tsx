import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { matchPath, useSearchParams } from 'react-router';
import { getBatchOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { AccountFee, Total } from '@/domain/Total';
import { redirectTarget } from '@/lib/access';
import { paths } from '@/routes/paths';

/** The costs after sign-up: the fee, and the price of the selected batch. */
export function SignUpCost({ type }: { type: 'candidate' | 'organization' }) {
  const [params] = useSearchParams();
  const [path = ''] = redirectTarget(params).split('?');
  const batchId = matchPath(paths.enroll, path)?.params.batchId;
  const { data: batch } = useQuery({
    ...getBatchOptions({ path: { batch_id: batchId ?? '' } }),
    enabled: batchId !== undefined,
  });
  return (
    <Box sx={{ p: 2.5, borderRadius: 2, bgcolor: 'surface.tint', '&:empty': { display: 'none' } }}>
      {batch && type === 'candidate' ? <Total {...batch} /> : <AccountFee type={type} />}
    </Box>
  );
}
