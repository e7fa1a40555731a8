import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import type { TrainingRead } from '@/api/catalog';
import { aTraining, CATEGORY_ID, TRAINING_ID } from '@/domain/training/testing';
import { startSession, type User } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { TrainingDialog } from './TrainingDialog';
import TrainingEditPage from './TrainingEditPage';
import TrainingPage from './TrainingPage';

const training = aTraining();
// The test router has no parameters.
const path = '/api/v1/trainings/managed/';

function signIn(...session: Parameters<typeof aSession>): void {
  const { user } = aSession(...session);
  startSession({ access_token: aToken(900), user: user as User });
}

describe('a training', () => {
  it('is edited and published by those alone who may', async () => {
    serve({ [path]: () => ok(training) });
    signIn('staff');
    const view = renderAt('/', <TrainingPage />);
    expect(await screen.findByText('Receive a delivery')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Warehouse operations/ }));
    const menu = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(menu).toEqual(['Preview']);
    view.unmount();
    signIn('staff', { roles: ['admin'] });
    renderAt('/', <TrainingPage />);
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /Warehouse operations/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archive' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/removed from the catalogue immediately/)).toBeInTheDocument();
  });

  it.each([
    ['en', 'Archive', 'Archive “Warehouse operations”?'],
    ['ar', 'أرشفة', /^هل تريد أرشفة «.+»؟$/],
  ])('is archived from a draft after asking (%s)', async (locale, action, title) => {
    await i18next.changeLanguage(locale);
    const draft = { ...training, status: 'draft' as const };
    const calls = serve({
      [`/api/v1/trainings/${training.id}/archive`]: () => ok({ ...draft, status: 'archived' }),
    });
    const close = vi.fn();
    renderAt('/', <TrainingDialog training={draft} question="archive" onClose={close} />);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await vi.waitFor(() => expect(close).toHaveBeenCalled());
    expect(calls.map(({ method }) => method)).toEqual(['POST']);
  });

  it('is shown to those who run it as visitors will see it', async () => {
    const draft = { ...training, status: 'draft', min_attendance_percent: 80 };
    serve({ [path]: () => ok(draft) });
    signIn('organization');
    renderAt('/', <TrainingPage />);
    await userEvent.click(await screen.findByRole('button', { name: /Warehouse operations/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Preview' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
    expect(dialog.getByText('80% attendance')).toBeInTheDocument();
    expect(dialog.getByText('step').tagName).toBe('EM');
  });

  it('that lacks something for the public leads to each field, where it is said', async () => {
    const fields: [string, string][] = [
      ['summary_en', 'field.missing'],
      ['objectives_ar', 'field.missing'],
    ];
    const incomplete = () => refuse(422, 'training.incomplete', { fields });
    const draft = { ...training, status: 'draft', summary_en: '', objectives_ar: [] };
    const calls = serve({
      [path]: () => ok(draft),
      [`/api/v1/trainings/${TRAINING_ID}/publish`]: incomplete,
    });
    signIn('organization');
    const view = renderAt('/', <TrainingPage />);
    await userEvent.click(await screen.findByRole('button', { name: /Warehouse operations/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    const link = await dialog.findByRole('link', { name: 'Outcomes in Arabic' });
    expect(link).toHaveAttribute(
      'href',
      expect.stringMatching(/lacking=objectives_ar%2Csummary_en$/),
    );
    expect(dialog.getByRole('link', { name: 'Summary in English' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    view.unmount();
    renderAt('/?lacking=objectives_ar,summary_en', <TrainingEditPage />);
    const summary = await screen.findByRole('textbox', { name: /Summary in English/ });
    expect(summary).toBeInvalid();
    expect(screen.getByRole('textbox', { name: /In Arabic/ })).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Outcomes in Arabic, Summary in English');
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  });

  it('lets two editors choose between their versions field by field', async () => {
    const theirs = { ...training, title_en: 'Theirs', summary_en: 'Shorter', version: 4 };
    const saved = { ...theirs, title_en: 'Mine', version: 5 };
    const calls = serve({
      [path]: () => ok(training),
      [`${path}${TRAINING_ID}`]: () => ok(theirs),
      [`/api/v1/trainings/${TRAINING_ID}`]: async (request) =>
        (await request.json()).version === 3 ? refuse(409, 'resource.edit_conflict') : ok(saved),
    });
    renderAt('/', <TrainingEditPage />);
    const title = await screen.findByRole('textbox', { name: /Title in English/ });
    await userEvent.clear(title);
    await userEvent.type(title, 'Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Someone else/ }));
    // Fields that the user did not change take the other version's value.
    const [ownTitle, theirTitle, ownSummary, theirSummary] = dialog.getAllByRole('radio');
    expect(ownTitle).toBeChecked();
    expect(theirTitle).not.toBeChecked();
    expect(ownSummary).not.toBeChecked();
    expect(theirSummary).toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: 'Use selection' }));
    expect(screen.getByRole('textbox', { name: /Summary in English/ })).toHaveValue('Shorter');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const puts = () => calls.filter(({ method }) => method === 'PUT');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(await Promise.all(puts().map((call) => call.json()))).toMatchObject([
      { title_en: 'Mine', summary_en: 'From the dock to the order', version: 3 },
      { title_en: 'Mine', summary_en: 'Shorter', version: 4, category_id: CATEGORY_ID },
    ]);
  });

  it('saves itself while it is a draft, and says when', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const draft: TrainingRead = { ...training, status: 'draft' };
    const calls = serve({
      [path]: () => ok(draft),
      [`/api/v1/trainings/${TRAINING_ID}`]: () => ok({ ...draft, title_en: 'New', version: 4 }),
    });
    renderAt('/', <TrainingEditPage />);
    const title = await screen.findByRole('textbox', { name: /Title in English/ });
    const puts = () => calls.filter(({ method }) => method === 'PUT');
    // Values that the form would reject are not sent.
    await user.clear(title);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(puts()).toHaveLength(0);
    await user.type(title, 'New');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await puts()[0]?.json()).toMatchObject({ title_en: 'New', version: 3 });
    expect(puts()).toHaveLength(1);
    expect(screen.getByText(/Saved at/)).toBeInTheDocument();
    vi.useRealTimers();
  });
});
