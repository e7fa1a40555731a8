import type { FeeRead } from '@/api/catalog';
import { listRegistrationFeesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListRegistrationFeesQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { z } from '@/lib/forms';
import { paths } from '@/routes/paths';

/** The profile types with a registration fee. */
export type PayingType = 'candidate' | 'staff' | 'organization';

const schema = z.omit(zListRegistrationFeesQuery, { profile_type: true });

const defineFeeList = (profile_type: PayingType, path: string) =>
  defineList<FeeRead, typeof schema>({
    key: `${profile_type}-fees`,
    path,
    schema,
    query: (query) => listRegistrationFeesOptions({ query: { ...query, profile_type } }),
  });

export const fees = {
  candidate: defineFeeList('candidate', paths.settingsCandidateFee),
  staff: defineFeeList('staff', paths.settingsStaffFee),
  organization: defineFeeList('organization', paths.settingsOrganizationFee),
};
