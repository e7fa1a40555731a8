import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LevelRead } from '@/api/approvals';
import { zListApprovalLevelsQuery } from '@/api/approvals/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useListState } from '@/components/list/useListState';
import { useContentTypes } from '@/domain/site/contentTypes';
import { localized, useLocale } from '@/i18n';
import { useIsScheduled } from '@/lib/undoQueue';
import { href, paths } from '@/routes/paths';
import { approverNames } from './approverNames';
import { DeleteLevel } from './DeleteLevel';
import { LevelDialog } from './LevelDialog';
import { approvalLevels } from './lists';
import { useCanManageLevels } from './useCanManageLevels';

// Loaded on demand, because only users who reorder need drag and drop.
const LevelOrderDialog = lazy(() => import('./LevelOrderDialog'));

const column = defineColumns<LevelRead>();

/** The levels of each content type, in order, with their approvers. */
export default function LevelListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const may = useCanManageLevels();
  const isHeld = useIsScheduled();
  const { query } = useListState(zListApprovalLevelsQuery);
  const [adding, setAdding] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const [removed, remove] = useState<LevelRead | null>(null);
  const contentType = query.content_type ?? undefined;
  return (
    <>
      <ListPage
        list={approvalLevels}
        title={t('routes.approvalLevels')}
        lead={t('approval_levels.lead')}
        sections={useFamily('approvals')}
        action={
          <>
            {may('sort') && (
              <Button variant="outlined" onClick={() => setOrdering(true)}>
                {t('order.change')}
              </Button>
            )}
            {may('create') && (
              <Button variant="contained" onClick={() => setAdding(true)}>
                {t('approval_levels.add')}
              </Button>
            )}
          </>
        }
        tabs={{
          name: 'content_type',
          label: t('approval_levels.content_type'),
          options: useContentTypes(),
        }}
        columns={[
          column.text('name', t('approval_levels.name'), {
            read: (level) => {
              const name = localized(level, 'name', locale);
              return isHeld(level.id) ? t('deletion.row', { name }) : name;
            },
            flex: 1.2,
          }),
          column.text('position', t('approval_levels.position'), {
            width: 80,
            minWidth: 80,
            flex: undefined,
          }),
          column.text('content_type', t('approval_levels.content_type'), {
            read: ({ content_type }) => t(`approvals.content.${content_type}`),
            minWidth: 150,
          }),
          column.text('rule', t('approval_levels.rule'), {
            read: ({ rule }) => t(`approval_levels.rules.${rule}`),
            minWidth: 120,
          }),
          column.text('target_days', t('approval_levels.target_days'), {
            read: ({ target_days }) => t('approval_levels.days', { count: target_days }),
            minWidth: 130,
          }),
          column.own('approvers', t('approval_levels.approvers'), {
            cell: (level) => <Approvers level={level} />,
            flex: 1.6,
            minWidth: 180,
          }),
          column.own('pending', t('approval_levels.pending'), {
            cell: (level) => <PendingCount level={level} />,
            width: 150,
            minWidth: 150,
            flex: undefined,
          }),
        ]}
        actions={{
          name: (level) => localized(level, 'name', locale),
          of: (level) =>
            isHeld(level.id)
              ? []
              : [
                  ...(may('edit')
                    ? [
                        {
                          label: t('common.edit'),
                          to: href(paths.approvalLevel, { id: level.id }),
                        },
                        {
                          label: t('approval_levels.assign'),
                          to: href(paths.approversEdit, { id: level.id }),
                        },
                      ]
                    : []),
                  ...(may('delete')
                    ? [
                        {
                          label: t('common.delete'),
                          danger: true,
                          onSelect: () => remove(level),
                        },
                      ]
                    : []),
                ],
        }}
        empty={{
          title: t('approval_levels.none'),
          description: t('approval_levels.none_hint'),
        }}
      />
      {adding && <LevelDialog contentType={contentType} onClose={() => setAdding(false)} />}
      {ordering && (
        <Suspense>
          <LevelOrderDialog contentType={contentType} onClose={() => setOrdering(false)} />
        </Suspense>
      )}
      {removed && <DeleteLevel level={removed} onClose={() => remove(null)} />}
    </>
  );
}

/**
 * The approvers of a level; warns if there are none, because only a super-admin can decide then.
 */
function Approvers({ level }: { level: LevelRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const names = approverNames(level, locale);
  if (names.length > 0) {
    const all = names.join(t('table.list_separator'));
    return (
      <span className="cut" title={all}>
        {all}
      </span>
    );
  }
  return <Warning>{t('approval_levels.nobody')}</Warning>;
}

/** The number of pending requests, and of those without an approver. */
function PendingCount({ level: { pending, uncovered } }: { level: LevelRead }) {
  const { t } = useTranslation();
  if (uncovered === 0) return pending;
  return <Warning>{t('approval_levels.uncovered', { pending, count: uncovered })}</Warning>;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center', color: 'warning.dark' }}
    >
      <WarningIcon fontSize="small" />
      {children}
    </Box>
  );
}
