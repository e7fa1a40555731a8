import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteDocumentKind, type KindRow } from '@/api/identity';
import { zHolderType, zListDocumentKindsQuery } from '@/api/identity/zod.gen';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useListState } from '@/components/list/useListState';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { useIsScheduled } from '@/lib/undoQueue';
import { useUndoableDeletion } from '@/lib/useUndoableDeletion';
import { DocumentKindDialog } from './DocumentKindDialog';
import { documentKinds } from './lists';

const column = defineColumns<KindRow>();

/** Required and optional documents by profile type. */
export default function DocumentKindListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isHeld = useIsScheduled();
  const { query } = useListState(zListDocumentKindsQuery);
  const [edited, edit] = useState<KindRow | 'new' | null>(null);
  const [removed, remove] = useState<KindRow | null>(null);
  return (
    <>
      <ListPage
        list={documentKinds}
        title={t('routes.settingsDocuments')}
        lead={t('document_kinds.lead')}
        action={
          <Button variant="contained" onClick={() => edit('new')}>
            {t('document_kinds.add')}
          </Button>
        }
        tabs={{
          name: 'profile_type',
          label: t('document_kinds.profile_type'),
          options: toOptions(zHolderType.options, (type) =>
            t(`document_kinds.profile_types.${type}`),
          ),
        }}
        columns={[
          column.text(locale === 'ar' ? 'name_ar' : 'name_en', t('document_kinds.name'), {
            read: (kind) => {
              const name = localized(kind, 'name', locale);
              return isHeld(kind.id) ? t('deletion.row', { name }) : name;
            },
          }),
          column.text('profile_type', t('document_kinds.profile_type'), {
            read: ({ profile_type }) => t(`document_kinds.profile_types.${profile_type}`),
            minWidth: 130,
          }),
          column.text('required', t('document_kinds.required'), {
            read: ({ required }) => t(`document_kinds.is_required.${required}`),
            minWidth: 100,
          }),
          column.text('accepts', t('document_kinds.accepts'), {
            read: ({ accepts }) =>
              accepts
                .map((kind) => t(`document_kinds.files.${kind}`))
                .join(t('table.list_separator')),
            minWidth: 135,
          }),
          column.text('expires', t('document_kinds.expires'), {
            read: ({ expires }) => t(`document_kinds.does_expire.${expires}`),
            minWidth: 120,
          }),
          column.text('max_mib', t('document_kinds.max_mib'), {
            read: ({ max_mib }) => t('document_kinds.mib', { count: max_mib }),
            minWidth: 125,
            hidden: true,
          }),
          column.text('handed_in', t('document_kinds.handed_in'), { minWidth: 115 }),
        ]}
        actions={{
          name: (kind) => localized(kind, 'name', locale),
          of: (kind) =>
            isHeld(kind.id)
              ? []
              : [
                  { label: t('common.edit'), onSelect: () => edit(kind) },
                  { label: t('document_kinds.remove'), danger: true, onSelect: () => remove(kind) },
                ],
        }}
        empty={{
          title: t('document_kinds.none'),
          description: t('document_kinds.none_hint'),
        }}
      />
      {edited && (
        <DocumentKindDialog
          kind={edited === 'new' ? undefined : edited}
          profileType={query.profile_type ?? undefined}
          onClose={() => edit(null)}
        />
      )}
      {removed && <Removal kind={removed} onClose={() => remove(null)} />}
    </>
  );
}

function Removal({ kind, onClose }: { kind: KindRow; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useUndoableDeletion('documents');
  const name = localized(kind, 'name', useLocale());
  const send = () => deleteDocumentKind({ path: { kind_id: kind.id }, keepalive: true });
  return (
    <ConfirmDialog
      open
      title={t('document_kinds.remove_title', { name })}
      confirmLabel={t('document_kinds.remove')}
      color="error"
      onConfirm={() => {
        remove({ id: kind.id, name, send });
        onClose();
      }}
      onClose={onClose}
    >
      {t('document_kinds.remove_text')}
    </ConfirmDialog>
  );
}
