import AddIcon from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoleRead } from '@/api/enrollment';
import { ActionMenu } from '@/components/ActionMenu';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { SectionTabs } from '@/components/list/SectionTabs';
import { useFamily } from '@/components/list/useFamily';
import { PageContainer } from '@/components/PageContainer';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { rolesQuery, useDeleteRole } from './queries';
import { RoleDialog } from './RoleDialog';

/** The job roles of an organization, with the required trainings. */
export default function JobRolesPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const sections = useFamily('requirements');
  const { data: roles, error, refetch } = useQuery(rolesQuery);
  const [edited, setEdited] = useState<RoleRead | 'new' | null>(null);
  const [leaving, setLeaving] = useState<RoleRead | null>(null);
  const remove = useDeleteRole();
  return (
    <PageContainer
      title={t('routes.jobRoles')}
      actions={
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
          {t('requirements.add_role')}
        </Button>
      }
      compact
    >
      {sections && <SectionTabs label={sections.label} sections={sections.of} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!roles && !error && <Skeleton variant="rounded" height={320} sx={{ borderRadius: 4 }} />}
      {roles?.length === 0 && (
        <Card>
          <EmptyState
            title={t('requirements.no_roles')}
            description={t('requirements.no_roles_hint')}
          />
        </Card>
      )}
      <Box component="ul" sx={{ display: 'grid', gap: 2, listStyle: 'none', m: 0, mt: 2, p: 0 }}>
        {roles?.map((role) => (
          <Card component="li" key={role.id} sx={{ p: { xs: 2, sm: 2.5 } }}>
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'start' }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="h5" component="h2">
                  {localized(role, 'name', locale)}
                </Typography>
                <TextLink to={href(paths.requirements, {}, { role_id: role.id })} variant="body2">
                  {t('requirements.have_it', { count: role.people })}
                </TextLink>
              </Box>
              <ActionMenu
                name={localized(role, 'name', locale)}
                actions={[
                  { label: t('common.edit'), onSelect: () => setEdited(role) },
                  { label: t('common.delete'), danger: true, onSelect: () => setLeaving(role) },
                ]}
              />
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
              {role.trainings.length === 0 && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('requirements.asks_nothing')}
                </Typography>
              )}
              {role.trainings.map((training) => (
                <Chip key={training.id} label={localized(training, 'title', locale)} />
              ))}
            </Box>
          </Card>
        ))}
      </Box>
      {edited && (
        <RoleDialog role={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={t('requirements.delete_title')}
        confirmLabel={t('common.delete')}
        color="error"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          leaving &&
          remove.mutate({ path: { role_id: leaving.id } }, { onSuccess: () => setLeaving(null) })
        }
        onClose={() => setLeaving(null)}
      >
        {t('requirements.delete_text', { name: localized(leaving, 'name', locale) })}
      </ConfirmDialog>
    </PageContainer>
  );
}
