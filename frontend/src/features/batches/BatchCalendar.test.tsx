import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CalendarSession } from '@/api/catalog';
import { renderAt } from '@/test/render';
import { SessionCalendar } from './SessionCalendar';
import { getRange } from './sessionRange';

it('asks for whole weeks that begin on Sunday', () => {
  // 1 January 2030 is a Tuesday.
  expect(getRange('month', '2030-01-15')).toEqual({ first_day: '2029-12-30', days: 42 });
  expect(getRange('week', '2030-01-05')).toEqual({ first_day: '2029-12-30', days: 7 });
  expect(getRange('agenda', '2030-01-05')).toEqual({ first_day: '2030-01-05', days: 30 });
});

it('shows sessions in the list as links to their batch, and nothing while there is none', () => {
  const session = {
    id: 's1',
    batch_id: '0198a1f0-0000-7000-8000-000000000001',
    batch_code: 'WHS-101-3',
    status: 'published',
    training_title_en: 'Warehouse operations',
    starts_at: '2030-01-06T06:00:00Z',
    ends_at: '2030-01-06T10:00:00Z',
  } as CalendarSession;
  const shown = { isLoading: false, day: '2030-01-05', view: 'agenda', onShow: () => {} } as const;
  renderAt('/', <SessionCalendar sessions={[session]} {...shown} />);
  expect(screen.getByRole('link', { name: 'Warehouse operations · WHS-101-3' })).toHaveAttribute(
    'href',
    `/dashboard/trainings/batches/${session.batch_id}`,
  );
  // The text has no line break.
  expect(screen.getByText('WHS-101-3')).toHaveStyle({ whiteSpace: 'nowrap' });
  renderAt('/', <SessionCalendar sessions={[]} {...shown} />);
  expect(screen.getByText('No sessions in this period.')).toBeVisible();
});
