import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { $ZodObject } from 'zod/v4/core';
import { useLocale } from '@/i18n';
import { countText } from './countText';
import type { Option } from './filters';
import type { List } from './list';
import type { ListPosition } from './useListState';

/** A filter with few values as tabs, each with its row count. */
export interface TabsFilter {
  name: string;
  label: string;
  options: readonly Option[];
}

const ALL = 'all';

/** The values of one filter as tabs, after "all". */
export function ListTabs<Row, Schema extends $ZodObject>({
  list,
  state,
  tabs: { name, label, options },
}: {
  list: List<Row, Schema>;
  state: ListPosition;
  tabs: TabsFilter;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const many = state.takesMany(name);
  const counts = useQueries({
    queries: options.map(({ value }) =>
      list.query({ [name]: many ? [value] : value, page_size: 1 } as never),
    ),
  });
  const [chosen = ''] = state.texts(name);
  const shown = options.some(({ value }) => value === chosen) ? chosen : ALL;
  return (
    <Tabs
      value={shown}
      onChange={(_, value: string) => state.setFilters({ [name]: value === ALL ? null : value })}
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      sx={{ minHeight: 44, mb: 1, '& .MuiTab-root': { minHeight: 44 } }}
    >
      <Tab value={ALL} label={t('common.all')} />
      {options.map(({ value, label: text }, index) => {
        const meta = counts[index]?.data?.meta;
        return (
          <Tab
            key={value}
            value={value}
            label={meta ? `${text} (${countText(meta, locale)})` : text}
          />
        );
      })}
    </Tabs>
  );
}
