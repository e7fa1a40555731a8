import { useQuery } from '@tanstack/react-query';
import type { AssignmentRead, ContentType, OrganizationRead } from '@/api/approvals';
import { listStatesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { useCategoryOptions } from '@/domain/useCategoryOptions';
import { localized, useLocale } from '@/i18n';
import { z } from '@/lib/forms';

const ALL_SIZE = 500;

const organization = z.custom<OrganizationRead>();

/** The requests that an approver decides on; an empty limit means all. */
export const coverSchema = z.object({
  organizations: z.array(organization),
  state_ids: z.array(z.string()),
  category_ids: z.array(z.string()),
});
export type Cover = z.infer<typeof coverSchema>;

export const EVERYTHING: Cover = { organizations: [], state_ids: [], category_ids: [] };

/** The limits that apply to each content type. */
export const LIMITS: Record<ContentType, readonly (keyof Cover)[]> = {
  organization: ['organizations', 'state_ids'],
  staff: ['organizations', 'state_ids'],
  announcement: ['category_ids'],
  application: ['organizations', 'state_ids', 'category_ids'],
};

/** Returns the key of an approver's user or role. */
export const toAssignmentKey = ({ user, role }: Pick<AssignmentRead, 'user' | 'role'>) =>
  user?.user_id ?? role?.role_id ?? '';

/** The regions of organizations, as options. */
export function useStateOptions() {
  const locale = useLocale();
  const { data } = useQuery(listStatesOptions({ query: { page_size: ALL_SIZE } }));
  return (data?.data ?? []).map((state) => ({
    value: state.id,
    label: localized(state, 'name', locale),
  }));
}

/** Lists the names of all limits of an approver. */
export function useCoverNames() {
  const locale = useLocale();
  const places = [...useStateOptions(), ...useCategoryOptions()];
  return ({ organizations, state_ids, category_ids }: Cover): string[] => [
    ...organizations.map((each) => localized(each, 'name', locale)),
    ...[...state_ids, ...category_ids].flatMap(
      (id) => places.find(({ value }) => value === id)?.label ?? [],
    ),
  ];
}
