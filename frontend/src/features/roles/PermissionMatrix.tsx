import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PermissionMatrix as Matrix, RoleChange } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { CheckGrid } from '@/components/form/CheckGrid';
import { Form } from '@/components/form/Form';
import { useLeaveGuard } from '@/components/form/useLeaveGuard';
import { localized, useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { ChangesBar } from './ChangesBar';
import {
  isSet,
  type PendingChanges,
  savedMeanwhile,
  toCellKey,
  toRoleChanges,
  withDependents,
} from './changes';
import { matrixQuery, useSaveMatrix } from './queries';
import { useChangeText, usePermissionNote } from './words';

const schema = z.object({ wanted: z.record(z.string(), z.boolean()) });

/** The permissions of all roles or of one; changes are reviewed and saved together. */
export function PermissionMatrix({ roleId }: { roleId?: string }) {
  const { data, error, refetch } = useQuery(matrixQuery());
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />;
  return <MatrixForm matrix={data} roleId={roleId} />;
}

function MatrixForm({ matrix, roleId }: { matrix: Matrix; roleId: string | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const note = usePermissionNote();
  const client = useQueryClient();
  const save = useSaveMatrix();
  const [meanwhile, setMeanwhile] = useState<RoleChange[]>([]);
  const form = useZodForm(schema, { wanted: {} });
  const leaving = useLeaveGuard(form);
  const wanted: PendingChanges = form.watch('wanted');
  const roles = matrix.roles.filter(({ id }) => !roleId || id === roleId);
  const changes = toRoleChanges(matrix, wanted);

  const canChange = (column: string, row: string) =>
    matrix.grantable.includes(row) &&
    roles.some(({ id, can_change }) => id === column && can_change);

  const want = (cells: readonly (readonly [column: string, row: string])[], set: boolean) => {
    const next = { ...wanted };
    const all = matrix.areas.flatMap(({ permissions }) => permissions);
    for (const [column, row] of withDependents(cells, all, set)) {
      if (!canChange(column, row)) continue;
      const role = matrix.roles.find(({ id }) => id === column);
      // Values equal to the saved ones are no changes and do not block leaving the page.
      if (role?.permissions.includes(row) === set) delete next[toCellKey(column, row)];
      else next[toCellKey(column, row)] = set;
    }
    form.setValue('wanted', next, { shouldDirty: true });
  };

  return (
    <Form
      form={form}
      onSave={async () => {
        await save.mutateAsync({ body: { changes } });
        form.reset({ wanted: {} });
        setMeanwhile([]);
        toast.success(t('common.saved'));
      }}
      onProblem={(error) => {
        if (asProblem(error)?.code !== 'role.edit_conflict') return false;
        void client.fetchQuery({ ...matrixQuery(), staleTime: 0 }).then((newer) => {
          setMeanwhile(savedMeanwhile(matrix, newer));
        });
        return true;
      }}
    >
      {meanwhile.length > 0 && <ConcurrentChanges matrix={matrix} changes={meanwhile} />}
      <CheckGrid
        label={t('permissions.matrix')}
        search={t('permissions.search')}
        columns={roles.map((role) => ({
          id: role.id,
          label: localized(role, 'name', locale),
          note: t('roles.users', { count: role.holders }),
        }))}
        groups={matrix.areas.map(({ area, permissions }) => ({
          id: area,
          label: t(`permissions.areas.${area}`),
          rows: permissions.map((slug) => ({
            id: slug,
            label: t(`permissions.names.${slug}`),
            note: note(slug),
          })),
        }))}
        isSet={(column, row) => {
          const role = roles.find(({ id }) => id === column);
          return role !== undefined && isSet(role, row, wanted);
        }}
        isChanged={(column, row) => toCellKey(column, row) in wanted}
        canChange={canChange}
        onChange={want}
      />
      <ChangesBar form={form} matrix={matrix} changes={changes} />
      {leaving}
    </Form>
  );
}

/** Changes that another user saved in the meantime; the user's own changes stay pending. */
function ConcurrentChanges({
  matrix,
  changes,
}: {
  matrix: Matrix;
  changes: readonly RoleChange[];
}) {
  const { t } = useTranslation();
  const text = useChangeText(matrix);
  return (
    <Alert severity="warning">
      {t('permissions.meanwhile')}
      <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 2.5 }}>
        {changes.map((change) => (
          <li key={change.role_id}>{text(change)}</li>
        ))}
      </Box>
    </Alert>
  );
}
