import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { switchLocale } from '@/i18n';
import { renderAt } from '@/test/render';
import { SearchSelect } from './SearchSelect';

it.each([
  ['en', /isn't available right now/, 'Nothing found'],
  ['ar', /الخدمة غير متاحة الآن/, 'لا توجد نتائج'],
] as const)(
  'says in %s that a search failed, and repeats it when it is opened again',
  async (locale, failure, nothing) => {
    await switchLocale(locale);
    // The first search runs before the field is opened.
    let failures = 2;
    const find = (text: string) => ({
      queryKey: ['cities', text],
      queryFn: () => {
        if (failures-- > 0) throw new ApiProblem(503, { code: 'service.unavailable' });
        return { data: [{ id: '1', name: 'Riyadh' }] };
      },
    });
    renderAt(
      '/',
      <SearchSelect
        source={{ find, label: (city: { id: string; name: string }) => city.name }}
        value={null}
        onChange={() => {}}
        label="City"
      />,
    );
    await userEvent.click(screen.getByRole('combobox'));
    expect(await screen.findByText(failure)).toBeVisible();
    expect(screen.queryByText(nothing)).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('combobox'));
    expect(await screen.findByRole('option', { name: 'Riyadh' })).toBeVisible();
  },
);
