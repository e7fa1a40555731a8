import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { LevelRead } from '@/api/approvals';
import { FormPage } from '@/components/form/FormPage';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { SelectInput } from '@/components/form/SelectInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { Covers } from './Covers';
import { type Cover, coverSchema, toAssignmentKey } from './cover';
import { LevelLoader } from './LevelLoader';
import { approversQuery, levelsQuery, rolesQuery, useAssignApprovers } from './queries';

const schema = z.object({
  level_id: z.string().check(z.minLength(1)),
  user_ids: z.array(z.string()),
  role_ids: z.array(z.string()),
  covers: z.record(z.string(), coverSchema),
});

/** Assigns approvers to a level that is selected on this page. */
export default function AssignPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { data } = useQuery(levelsQuery());
  const level = data?.data.find(({ id }) => id === params.get('level'));
  return (
    <AssignForm
      key={level?.id}
      title={t('routes.approversAdd')}
      level={level}
      levels={data?.data ?? []}
    />
  );
}

/** Changes the approvers of a level. */
export function AssignedPage() {
  const { t } = useTranslation();
  return (
    <LevelLoader title={t('routes.approversEdit')}>
      {(level) => (
        <AssignForm
          key={level.id}
          title={t('routes.approversEdit')}
          level={level}
          levels={[level]}
        />
      )}
    </LevelLoader>
  );
}

interface AssignFormProps {
  title: string;
  level: LevelRead | undefined;
  /** The selectable users and roles. */
  levels: readonly LevelRead[];
}

function AssignForm({ title, level, levels }: AssignFormProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const assign = useAssignApprovers();
  const form = useZodForm(schema, {
    level_id: level?.id ?? '',
    user_ids: level?.assignments.flatMap(({ user }) => user?.user_id ?? []) ?? [],
    role_ids: level?.assignments.flatMap(({ role }) => role?.role_id ?? []) ?? [],
    covers: Object.fromEntries(
      (level?.assignments ?? []).map((each) => [toAssignmentKey(each), each]),
    ),
  });
  const chosen = levels.find(({ id }) => id === form.watch('level_id'));
  const options = useApproverOptions(chosen);
  const roles = useRoleOptions(chosen);
  const covers = form.watch('covers');
  const assigned = [
    ...options.filter(({ value }) => form.watch('user_ids').includes(value)),
    ...roles.filter(({ value }) => form.watch('role_ids').includes(value)),
  ];
  return (
    <FormPage
      form={form}
      title={title}
      lead={t('approval_levels.assign_lead')}
      trail={[{ label: t('routes.approvalLevels'), to: paths.approvalLevels }]}
      onSave={async ({ level_id, user_ids, role_ids, covers }) => {
        const approvers = [
          ...user_ids.map((user_id) => ({ user_id, ...getLimits(covers[user_id]) })),
          ...role_ids.map((role_id) => ({ role_id, ...getLimits(covers[role_id]) })),
        ];
        await assign.mutateAsync({ path: { level_id }, body: { approvers } });
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(paths.approvalLevels);
      }}
    >
      <SelectInput
        control={form.control}
        name="level_id"
        label={t('approval_levels.level')}
        options={levels.map((each) => ({
          value: each.id,
          label: `${t(`approvals.content.${each.content_type}`)} · ${localized(each, 'name', locale)}`,
        }))}
        disabled={levels.length === 1 && level !== undefined}
        required
      />
      <MultiSelectInput
        control={form.control}
        name="user_ids"
        label={t('approval_levels.users')}
        hint={chosen && t(`approval_levels.rule_of.${chosen.rule}`)}
        options={options}
      />
      <MultiSelectInput
        control={form.control}
        name="role_ids"
        label={t('approval_levels.roles')}
        hint={t('approval_levels.roles_hint')}
        options={roles}
      />
      {assigned.length === 0 && (
        <Alert severity="warning">{t('approval_levels.nobody_hint')}</Alert>
      )}
      {assigned.length > 0 && chosen && (
        <Covers
          contentType={chosen.content_type}
          approvers={assigned}
          covers={covers}
          onChange={(changed) => form.setValue('covers', changed, { shouldDirty: true })}
        />
      )}
    </FormPage>
  );
}

/** Converts a cover to the request body; no limits means all requests. */
const getLimits = (cover: Cover | undefined) =>
  cover && {
    organization_ids: cover.organizations.map(({ id }) => id),
    state_ids: cover.state_ids,
    category_ids: cover.category_ids,
  };

/** Roles that permit deciding, and those already assigned. */
function useRoleOptions(level: LevelRead | undefined) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery(rolesQuery);
  const offered = data?.data ?? [];
  const known = new Set(offered.map(({ role_id }) => role_id));
  const assigned = level?.assignments.flatMap(({ role }) => role ?? []) ?? [];
  return [...offered, ...assigned.filter(({ role_id }) => !known.has(role_id))].map((role) => ({
    value: role.role_id,
    label: t('approval_levels.role', {
      name: localized(role, 'name', locale),
      count: role.holders,
    }),
  }));
}

/** All admins who may decide, and those already assigned. */
function useApproverOptions(level: LevelRead | undefined) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery(approversQuery);
  const offered = data?.data ?? [];
  const known = new Set(offered.map(({ user_id }) => user_id));
  const assigned = level?.assignments.flatMap(({ user }) => user ?? []) ?? [];
  const others = assigned.filter(({ user_id }) => !known.has(user_id));
  return [...offered, ...others].map((approver) => {
    const name = localized(approver, 'name', locale);
    const reason = approver.active ? 'approval_levels.not_eligible' : 'approval_levels.disabled';
    return { value: approver.user_id, label: approver.eligible ? name : t(reason, { name }) };
  });
}
