import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AttendanceSheet } from '@/api/enrollment';
import { attendanceCode } from '@/domain/attendanceCode';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import AttendancePage from './AttendancePage';
import { currentSession } from './marks';
import { addPendingMarks, dropSent, readPendingMarks, storageKey } from './pendingMarks';

/** The text that the camera reads; the scanner has its own tests. */
const scanner = vi.hoisted(() => ({ read: (_: string): void => {} }));
vi.mock('@/components/scanner/QrScanner', () => ({
  QrScanner: ({ onRead }: { onRead: (text: string) => void }) => {
    scanner.read = onRead;
    return null;
  },
}));

const SHEET = '/api/v1/attendance/batches/batch-1';
const counts = { present: 0, absent: 0, late: 0, excused: 0, unmarked: 3 };

const aSheet = (given: Partial<AttendanceSheet> = {}): AttendanceSheet => ({
  batch_id: 'batch-1',
  code: 'FLT-1',
  title_en: 'Forklift driving',
  title_ar: 'قيادة الرافعات',
  city_en: 'Jeddah',
  city_ar: 'جدة',
  editable: true,
  finished: false,
  sessions: [
    {
      id: 'today',
      title_en: 'Day 1',
      title_ar: 'اليوم 1',
      starts_at: '2030-01-06T06:00:00Z',
      ends_at: '2030-01-06T10:00:00Z',
      open: true,
      check_in_open: false,
      counts,
    },
    {
      id: 'tomorrow',
      title_en: 'Day 2',
      title_ar: 'اليوم 2',
      starts_at: '2030-01-07T06:00:00Z',
      ends_at: '2030-01-07T10:00:00Z',
      open: false,
      check_in_open: false,
      counts,
    },
  ],
  people: ['Ahmed', 'Huda', 'Sara'].map((name) => ({
    enrollment_id: name,
    name_en: name,
    name_ar: name,
    image_url: null,
    marks: [],
    attended: 0,
    counted: 0,
  })),
  ...given,
});

interface Sent {
  marks: { enrollment_id: string; attendance: string | null; seconds_ago: number }[];
}

/** Renders a batch's page; responses can be switched off, as without a network. */
function show(given: Partial<AttendanceSheet> = {}) {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
  const sent: Sent[] = [];
  const hall = { answers: (_: Sent): Response => ok({ marks: [], refused: [] }) };
  serve({
    [SHEET]: () => ok(aSheet(given)),
    [`${SHEET}/marks`]: async (request) => {
      const body = (await request.json()) as Sent;
      const answer = hall.answers(body);
      sent.push(body);
      return answer;
    },
  });
  renderAt(
    '/batch-1',
    <Routes>
      <Route path="/:uuid" element={<AttendancePage />} />
    </Routes>,
  );
  return { sent, hall, key: storageKey(user?.id ?? '', 'batch-1') };
}

const row = async (name: string) =>
  within(await screen.findByRole('group', { name: new RegExp(name) }));
const isPressed = async (name: string, mark: string) =>
  (await row(name)).getByRole('button', { name: mark }).getAttribute('aria-pressed') === 'true';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllEnvs());

describe('a session’s list', () => {
  it('is marked by keys, which go on to the next, and sent in one call', async () => {
    const { sent } = show();
    (await row('Ahmed')).getByRole('button', { name: 'Present' }).focus();
    await userEvent.keyboard('pa');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Delete}');
    expect(await isPressed('Ahmed', 'Present')).toBe(false);
    expect(await isPressed('Huda', 'Absent')).toBe(true);
    await vi.waitFor(() => expect(sent).toHaveLength(1), 3_000);
    expect(sent[0]?.marks).toMatchObject([
      { enrollment_id: 'Ahmed', attendance: null },
      { enrollment_id: 'Huda', attendance: 'absent' },
    ]);
  });

  it('keeps what cannot be sent on the device, and sends it later with its age', async () => {
    const { sent, hall, key } = show();
    hall.answers = () => {
      throw new TypeError('no network');
    };
    await userEvent.click((await row('Huda')).getByRole('button', { name: 'Late' }));
    expect(await screen.findByText(/1 mark is saved on this device/)).toBeVisible();
    expect(Object.values(readPendingMarks(key))).toMatchObject([{ attendance: 'late' }]);
    hall.answers = () => ok({ marks: [], refused: [] });
    act(() => void window.dispatchEvent(new Event('online')));
    await vi.waitFor(() => expect(sent).toHaveLength(1), 3_000);
    expect(sent[0]?.marks[0]?.seconds_ago).toBeGreaterThan(0);
    expect(await screen.findByText('All attendance is saved.')).toBeVisible();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('marks the rest present at one press, which can be undone', async () => {
    const { sent } = show();
    await userEvent.click((await row('Huda')).getByRole('button', { name: 'Excused' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark the rest present' }));
    expect(await isPressed('Sara', 'Present')).toBe(true);
    expect(await isPressed('Huda', 'Excused')).toBe(true);
    expect(screen.getByRole('button', { name: 'Mark the rest present' })).toBeDisabled();
    await vi.waitFor(() => expect(sent.flatMap(({ marks }) => marks)).toHaveLength(3), 3_000);
  });

  it('says what the server refused, and asks a person where it refuses all', async () => {
    const { hall } = show();
    hall.answers = ({ marks }) =>
      ok({ marks: [], refused: marks.map((mark) => ({ ...mark, reason: 'not_in_batch' })) });
    await userEvent.click((await row('Huda')).getByRole('button', { name: 'Late' }));
    expect(
      await screen.findByText(/1 mark couldn't be saved/, undefined, { timeout: 3_000 }),
    ).toBeVisible();
    hall.answers = () => refuse(403, 'not_allowed');
    await userEvent.click((await row('Sara')).getByRole('button', { name: 'Late' }));
    expect(await screen.findByRole('alert', {}, { timeout: 3_000 })).toBeVisible();
    expect(screen.getByText(/1 mark is saved on this device/)).toBeVisible();
  });

  it('of a session that is still to come is not marked', async () => {
    show();
    await userEvent.click(await screen.findByRole('tab', { name: /Monday|Mon/ }));
    expect((await row('Huda')).getByRole('button', { name: 'Present' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Mark the rest present' })).toBeNull();
  });

  it.each([
    ['at a venue', {}],
    ['online', { city_en: '', city_ar: '' }],
  ])('shows its sessions %s in Saudi time, named for readers elsewhere', async (_, given) => {
    vi.stubEnv('TZ', 'UTC');
    show(given);
    const times = /6 Jan.*9:00\sam – 1:00\spm GMT\+3/i;
    expect(await screen.findByRole('tab', { name: times })).toBeVisible();
  });

  it('is only read by those who do not run the batch, and once it is finished', async () => {
    show({ editable: false, finished: true });
    expect(await screen.findByText(/its attendance is final/)).toBeVisible();
    expect(screen.queryByText('All attendance is saved.')).toBeNull();
    cleanup();
    show({ editable: false });
    expect((await row('Huda')).getByRole('button', { name: 'Present' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: /check-in/ })).toBeNull();
  });
});

it('opens with the session that runs, or was last', () => {
  expect(currentSession(aSheet())?.id).toBe('today');
});

it('a mark that is pressed anew while it is sent is sent once more', () => {
  const mark = { session_id: 'today', enrollment_id: 'Huda', source: 'list' } as const;
  const first = { ...mark, attendance: 'late', at: 1 } as const;
  addPendingMarks('key', [first]);
  addPendingMarks('key', [{ ...mark, attendance: 'present', at: 2 }]);
  dropSent('key', [first]);
  expect(Object.values(readPendingMarks('key'))).toMatchObject([{ attendance: 'present' }]);
});

describe('scanning', () => {
  const openScanner = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Scan codes' }));
    await screen.findByRole('dialog');
  };
  const scan = async (code: string | Promise<string>) => {
    const text = await code;
    await act(async () => scanner.read(text));
  };

  it('marks once whose code it is, and says whose; others are told apart', async () => {
    const { sent } = show();
    await openScanner();
    await scan(attendanceCode('today', 'Huda'));
    expect(await screen.findByText('Marked present.')).toBeVisible();
    await scan(attendanceCode('today', 'Huda'));
    expect(await screen.findByText('Already marked.')).toBeVisible();
    await scan(attendanceCode('tomorrow', 'Sara'));
    expect(await screen.findByText(/for another session/)).toBeVisible();
    await scan('https://example.org');
    expect(await screen.findByText(/doesn't belong to anyone/)).toBeVisible();
    expect(screen.getByText('1 person marked present by scanning')).toBeVisible();
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 3000 });
    expect(sent[0]?.marks).toMatchObject([
      { enrollment_id: 'Huda', attendance: 'present', source: 'scan' },
    ]);
  });

  it('goes on without a network: what was scanned is kept on the device', async () => {
    const { hall } = show();
    hall.answers = () => Response.error();
    await openScanner();
    await scan(attendanceCode('today', 'Sara'));
    expect(await screen.findByText('Marked present.')).toBeVisible();
    const key = Object.keys(localStorage).find((each) => each.startsWith('attendance.')) ?? '';
    expect(Object.values(readPendingMarks(key))).toMatchObject([
      { enrollment_id: 'Sara', attendance: 'present', source: 'scan' },
    ]);
  });
});

it('a code is of one session and says nothing of the enrollment', async () => {
  const code = await attendanceCode('today', 'Huda');
  expect(code).not.toBe(await attendanceCode('tomorrow', 'Huda'));
  expect(code).not.toContain('Huda');
  expect(code.length).toBeLessThan(40);
});

it('the sheet of the session that is shown is saved to be signed, or that of all', async () => {
  const asked: string[] = [];
  serve({
    [SHEET]: () => ok(aSheet()),
    '/api/v1/papers/batches/batch-1/attendance': (request: Request) => {
      asked.push(new URL(request.url).search);
      return new Response('%PDF');
    },
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:pdf');
  const user = userEvent.setup();
  renderAt(
    '/dashboard/trainings/batches/batch-1/attendance?session=tomorrow',
    <Routes>
      <Route path="/dashboard/trainings/batches/:uuid/attendance" element={<AttendancePage />} />
    </Routes>,
  );
  for (const name of ['Sheet for this session (PDF)', 'Sheet for all sessions (PDF)']) {
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  }
  await expect.poll(() => asked).toEqual(['?session_id=tomorrow', '']);
});
