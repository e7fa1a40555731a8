import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryRead } from '@/api/catalog';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import type { ChoiceFilter } from '@/components/list/filters';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { CategoryIcon } from '@/domain/CategoryIcon';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { useIsScheduled } from '@/lib/undoQueue';
import { href, paths } from '@/routes/paths';
import { DeleteCategory } from './DeleteCategory';
import { type Level, levelRoutes } from './levels';
import { categories } from './lists';
import { useMainCategories } from './queries';

// Loaded on demand, because only users who reorder need drag and drop.
const OrderDialog = lazy(() => import('./OrderDialog'));

const column = defineColumns<CategoryRead>();

/** The categories of one level. */
function CategoryList({ level }: { level: Level }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const isHeld = useIsScheduled();
  const main = useMainCategories();
  const [removed, remove] = useState<CategoryRead | null>(null);
  const [ordering, setOrdering] = useState(false);
  const { list, add, edit } = levelRoutes[level];
  const getName = (category: CategoryRead) => localized(category, 'name', locale);
  const parent = column.text('parent_id', t('categories.parent'), {
    read: ({ parent_id }) => main.nameOf(parent_id),
  });
  const byParent: ChoiceFilter = {
    kind: 'choice',
    name: 'parent_id',
    label: t('categories.parent'),
    options: main.options,
  };
  return (
    <>
      <ListPage
        list={categories[level]}
        title={t(`routes.${list}`)}
        lead={t(`categories.${level}.lead`)}
        sections={useFamily('trainings')}
        action={
          <>
            <Can route={edit}>
              <Button variant="outlined" onClick={() => setOrdering(true)}>
                {t('order.change')}
              </Button>
            </Can>
            <Can route={add}>
              <LinkButton to={paths[add]} variant="contained">
                {t(`routes.${add}`)}
              </LinkButton>
            </Can>
          </>
        }
        search={t('categories.search')}
        filters={[
          ...(level === 'sub' ? [byParent] : []),
          {
            kind: 'choice',
            name: 'active',
            label: t('categories.active'),
            options: ['true', 'false'].map((value) => ({
              value,
              label: t(`categories.is_active.${value}`),
            })),
          },
        ]}
        columns={[
          column.own('name', t('categories.name'), {
            cell: (row) => (
              <IconLabel
                icon={row.icon}
                text={isHeld(row.id) ? t('deletion.row', { name: getName(row) }) : getName(row)}
              />
            ),
            flex: 1.4,
          }),
          column.text(locale === 'ar' ? 'name_en' : 'name_ar', t('categories.other_name')),
          ...(level === 'sub' ? [parent] : []),
          column.code('slug', t('categories.slug'), { width: 200 }),
          column.text('active', t('categories.active'), {
            read: ({ active }) => t(`categories.is_active.${active}`),
            minWidth: 100,
            flex: 0.5,
          }),
        ]}
        actions={{
          name: getName,
          of: (row) =>
            opens(edit) && !isHeld(row.id)
              ? [
                  { label: t('common.edit'), to: href(paths[edit], { id: row.id }) },
                  { label: t('common.delete'), danger: true, onSelect: () => remove(row) },
                ]
              : [],
        }}
        empty={{ title: t(`categories.${level}.none`) }}
      />
      {ordering && (
        <Suspense>
          <OrderDialog level={level} onClose={() => setOrdering(false)} />
        </Suspense>
      )}
      {removed && <DeleteCategory category={removed} onClose={() => remove(null)} />}
    </>
  );
}

function IconLabel({ icon, text }: { icon: string; text: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ display: 'inline-flex', color: 'primary.main' }}>
        <CategoryIcon name={icon} />
      </Box>
      <span dir="auto">{text}</span>
    </Box>
  );
}

export const MainCategories = () => <CategoryList level="main" />;
export const Subcategories = () => <CategoryList level="sub" />;
