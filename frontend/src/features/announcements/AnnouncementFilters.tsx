import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import type { ListPosition } from '@/components/list/useListState';
import { CategoryFilter } from '@/domain/catalogue/CategoryFilter';

const labels = {
  category_id: 'catalogue.category',
  open_now: 'announcement_page.open_now',
} as const;

/** Returns the label keys of the set filters. */
export const filtersSet = (state: ListPosition): string[] =>
  Object.entries(labels)
    .filter(([name]) => state.texts(name).length > 0)
    .map(([, label]) => label);

/** The filters of the public list; the URL holds their values. */
export function AnnouncementFilters({ state }: { state: ListPosition }) {
  const { t } = useTranslation();
  const chosen = (name: keyof typeof labels) => state.texts(name)[0] ?? '';
  return (
    <Box component="section" aria-label={t('catalogue.filters')} sx={{ display: 'grid', gap: 2 }}>
      <CategoryFilter
        value={chosen('category_id')}
        onChange={(category_id) => state.setFilters({ category_id })}
      />
      <FormControlLabel
        control={
          <Switch
            checked={chosen('open_now') === 'true'}
            onChange={(_, checked) => state.setFilters({ open_now: checked ? 'true' : '' })}
          />
        }
        label={t('announcement_page.open_now')}
      />
      {state.isFiltered && (
        <Button
          variant="text"
          size="small"
          onClick={state.clearFilters}
          sx={{ justifySelf: 'start' }}
        >
          {t('catalogue.clear')}
        </Button>
      )}
    </Box>
  );
}
