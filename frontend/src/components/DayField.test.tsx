import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import DayField from './DayField';

function open(value: string | null = null) {
  const changed = vi.fn();
  function Field() {
    const [day, setDay] = useState(value);
    return (
      <DayField
        label="Starts from"
        value={day}
        onChange={(next) => {
          changed(next);
          setDay(next);
        }}
      />
    );
  }
  renderAt('/', <Field />);
  return changed;
}

afterEach(async () => {
  await i18next.changeLanguage('en');
});

describe('a day', () => {
  it('is told once it is whole, and stays while its year is typed anew', async () => {
    const changed = open('2026-04-15');
    await userEvent.click(screen.getByRole('spinbutton', { name: 'Year' }));
    await userEvent.keyboard('2027');
    expect(changed.mock.calls.map(([day]) => day)).toEqual([null, '2027-04-15']);
    expect(screen.getByRole('spinbutton', { name: 'Day' })).toHaveTextContent('15');
  });

  it('is written day first, whatever the browser’s language is', () => {
    open('2026-04-15');
    const sections = screen.getAllByRole('spinbutton').map((section) => section.textContent);
    expect(sections).toEqual(['15', '04', '2026']);
  });

  it('has its names in Arabic', async () => {
    await i18next.changeLanguage('ar');
    open();
    const names = screen.getAllByRole('spinbutton').map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['اليوم', 'الشهر', 'السنة']);
    expect(screen.getByRole('button', { name: 'اختر تاريخًا' })).toBeVisible();
  });
});
