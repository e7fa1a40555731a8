import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoleRow } from '@/api/identity';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { paths } from '@/routes/paths';
import { roles } from './lists';
import { RoleDialog } from './RoleDialog';

const column = defineColumns<RoleRow>();

/** The roles with their user counts and links to their permissions. */
export default function RoleListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        list={roles}
        title={t('routes.roles')}
        sections={useFamily('access')}
        action={
          <>
            <Can route="permissions">
              <LinkButton to={paths.permissions}>{t('routes.permissions')}</LinkButton>
            </Can>
            <Can route="roles">
              <Button variant="contained" onClick={() => setAdding(true)}>
                {t('roles.add')}
              </Button>
            </Can>
          </>
        }
        search={t('roles.search')}
        columns={[
          column.text(locale === 'ar' ? 'name_ar' : 'name_en', t('roles.name')),
          column.text('kind', t('roles.kind'), {
            read: ({ system }) => t(`roles.kinds.${system ? 'system' : 'own'}`),
          }),
          column.text('permissions', t('roles.permissions')),
          column.text('holders', t('roles.holders')),
          column.date('created_at', t('roles.created')),
        ]}
        empty={{ title: t('roles.none') }}
      />
      {adding && <RoleDialog onClose={() => setAdding(false)} />}
    </>
  );
}
