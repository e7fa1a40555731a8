import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { useDraft, useZodForm, z } from '@/lib/forms';
import * as session from '@/lib/session';
import { aSession } from '@/test/factories';
import { BilingualInput } from './BilingualInput';
import { FieldArray } from './FieldArray';
import { Form } from './Form';
import { FormDialog } from './FormDialog';
import { FormPage } from './FormPage';
import { MoneyInput } from './MoneyInput';
import { MultiSelectInput } from './MultiSelectInput';
import { NumberInput } from './NumberInput';
import { SearchSelectInput } from './SearchSelectInput';
import { TextInput } from './TextInput';
import { TimeInput } from './TimeInput';
import { useLeaveGuard } from './useLeaveGuard';

const zCity = z.object({ id: z.string(), name: z.string() });
const schema = z.object({
  title_en: z.string().check(z.minLength(1)),
  title_ar: z.string().check(z.minLength(1)),
  price_minor: z.nullable(z.int().check(z.gte(0))),
  capacity: z.nullable(z.int().check(z.gte(1))),
  starts: z.string(),
  languages: z.array(z.string()),
  city: z.nullable(zCity),
  sessions: z.array(z.object({ room: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
});
const empty = {
  title_en: 'Forklift',
  title_ar: 'رافعات',
  price_minor: 125_050,
  capacity: 12,
  starts: '',
  languages: [],
  city: null,
  sessions: [{ room: 'A' }],
};

const cities = [
  { id: '1', name: 'Riyadh' },
  { id: '2', name: 'Jeddah' },
];
const asked = vi.fn();

interface BatchProps {
  /** Drafts are kept between tests, so each test uses its own key. */
  draft: string;
  onSave: (values: z.output<typeof schema>) => Promise<unknown>;
}

function Batch({ draft, onSave }: BatchProps) {
  const form = useZodForm(schema, empty);
  useDraft(draft, form);
  const { control } = form;
  return (
    <FormPage form={form} title="New batch" onSave={onSave}>
      <BilingualInput control={control} name="title" labels={{ en: 'Title', ar: 'العنوان' }} />
      <MoneyInput control={control} name="price_minor" label="Price" />
      <NumberInput control={control} name="capacity" label="Seats" />
      <TimeInput control={control} name="starts" label="Starts" />
      <MultiSelectInput
        control={control}
        name="languages"
        label="Languages"
        options={[
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'Arabic' },
        ]}
      />
      <SearchSelectInput
        control={control}
        name="city"
        label="City"
        source={{
          find: (text) => ({
            queryKey: ['cities', text],
            queryFn: () => {
              asked(text);
              return { data: cities.filter(({ name }) => name.includes(text)) };
            },
          }),
          label: ({ name }: z.output<typeof zCity>) => name,
        }}
      />
      <FieldArray
        control={control}
        name="sessions"
        label="Sessions"
        addLabel="Add a session"
        entryLabel={(place) => `Session ${place}`}
        empty={{ room: '' }}
        max={3}
      >
        {(name) => <TextInput control={control} name={`${name}.room`} label="Room" />}
      </FieldArray>
      <Link to="/elsewhere">Elsewhere</Link>
    </FormPage>
  );
}

function show(onSave: BatchProps['onSave'] = async () => {}) {
  const draft = crypto.randomUUID();
  const router = createMemoryRouter(
    [
      { path: '/new', element: <Batch draft={draft} onSave={onSave} /> },
      { path: '/elsewhere', element: <Link to="/new">Back</Link> },
    ],
    { initialEntries: ['/new'] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

function Named({ label }: { label: string }) {
  const form = useZodForm(z.object({ name: z.string() }), { name: '' });
  const leaving = useLeaveGuard(form);
  return (
    <Form form={form} onSave={async () => {}}>
      <TextInput control={form.control} name="name" label={label} />
      {leaving}
    </Form>
  );
}

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a form page', () => {
  beforeEach(() => {
    asked.mockClear();
    vi.spyOn(session, 'getSession').mockReturnValue(aSession('organization'));
  });

  it('hands over what its fields make of what is typed', async () => {
    const save = vi.fn().mockResolvedValue(null);
    show(save);
    expect(field('Title')).toHaveAttribute('dir', 'ltr');
    expect(field('العنوان')).toHaveAttribute('dir', 'rtl');
    expect(field('Price')).toHaveValue('1250.5');
    await userEvent.clear(field('Price'));
    await userEvent.type(field('Price'), '١٬٢٠٠٫٧٥٩ ريال');
    expect(field('Price')).toHaveValue('1200.75');
    await userEvent.clear(field('Seats'));
    await userEvent.type(field('Seats'), '1-5');
    await userEvent.type(field('Starts'), '08:30');
    await userEvent.click(field('Languages'));
    await userEvent.click(screen.getByRole('option', { name: 'Arabic' }));
    await userEvent.click(screen.getByRole('option', { name: 'English' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.type(field('City'), 'Jed');
    await userEvent.click(await screen.findByRole('option', { name: 'Jeddah' }));
    await press('Add a session');
    const second = within(screen.getByRole('group', { name: 'Session 2' }));
    await userEvent.type(second.getByLabelText('Room'), 'B');
    await press('Remove: Session 1');
    await press('Save');
    await expect.poll(() => save.mock.calls.length).toBe(1);
    expect(save.mock.calls[0]?.[0]).toEqual({
      title_en: 'Forklift',
      title_ar: 'رافعات',
      price_minor: 120_075,
      capacity: 15,
      starts: '08:30',
      languages: ['en', 'ar'],
      city: { id: '2', name: 'Jeddah' },
      sessions: [{ room: 'B' }],
    });
    // The input is debounced: one question for the whole text.
    expect(asked.mock.calls.map(([text]) => text)).not.toContain('Je');
  });

  it('puts a refusal at its fields, with the focus in the first', async () => {
    show(() =>
      Promise.reject(
        new ApiProblem(422, {
          code: 'request.invalid',
          fields: [
            { field: 'body.capacity', code: 'odd', message: 'Too many seats' },
            { field: 'body.sessions.0.room', code: 'odd', message: 'The room is taken' },
          ],
        }),
      ),
    );
    await userEvent.type(field('Title'), ' driving');
    await press('Save');
    expect(await screen.findByText('Too many seats')).toBeVisible();
    expect(screen.getByText('The room is taken')).toBeVisible();
    await expect.poll(() => field('Seats') === document.activeElement).toBe(true);
    expect(screen.getByText('Unsaved changes')).toBeVisible();
  });

  it('asks before it is left with changes, and keeps no draft of what is thrown away', async () => {
    const router = show();
    await userEvent.type(field('Title'), ' driving');
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/new');
    expect(field('Title')).toHaveValue('Forklift driving');

    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    expect(field('Title')).toHaveValue('Forklift');
  });

  it('asks once for all forms of a page', async () => {
    const warn = vi.spyOn(console, 'warn');
    const router = createMemoryRouter(
      [
        {
          path: '/new',
          element: (
            <>
              <Named label="Name" />
              <Named label="City" />
              <Link to="/elsewhere">Elsewhere</Link>
            </>
          ),
        },
        { path: '/elsewhere', element: <p>There</p> },
      ],
      { initialEntries: ['/new'] },
    );
    render(<RouterProvider router={router} />);
    await userEvent.type(field('Name'), 'Noura');
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findAllByRole('dialog')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await userEvent.type(field('City'), 'Jeddah');
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('There')).toBeVisible();
    expect(warn).not.toHaveBeenCalled();
  });

  it('is left freely once it is saved, or its changes are undone', async () => {
    const router = show();
    await userEvent.type(field('Title'), ' driving');
    await press('Cancel');
    expect(field('Title')).toHaveValue('Forklift');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await userEvent.type(field('Title'), ' safety');
    await press('Save');
    await expect.poll(() => screen.queryByText('Unsaved changes')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await expect.poll(() => router.state.location.pathname).toBe('/elsewhere');
  });

  it('does not hold up who is signed out, whose draft is kept', async () => {
    const router = show();
    await userEvent.type(field('Title'), ' driving');
    vi.mocked(session.getSession).mockReturnValue({ user: null, profile: null });
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await expect.poll(() => router.state.location.pathname).toBe('/elsewhere');
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(field('Title')).toHaveValue('Forklift driving');
  });
});

describe('a form dialog', () => {
  const reason = z.object({ reason: z.string().check(z.minLength(3)) });

  function Rejecting({ onSave, onClose }: { onSave: () => Promise<unknown>; onClose: () => void }) {
    const form = useZodForm(reason, { reason: '' });
    return (
      <FormDialog form={form} title="Reject" saveLabel="Reject" onSave={onSave} onClose={onClose}>
        <TextInput control={form.control} name="reason" label="Reason" />
      </FormDialog>
    );
  }

  function open(onSave: () => Promise<unknown>) {
    const onClose = vi.fn();
    const router = createMemoryRouter([
      { path: '*', element: <Rejecting onSave={onSave} onClose={onClose} /> },
    ]);
    render(<RouterProvider router={router} />);
    return onClose;
  }

  it('closes once it is saved, and stays with what it was refused for', async () => {
    const save = vi.fn().mockRejectedValueOnce(new ApiProblem(0, {})).mockResolvedValue(null);
    const onClose = open(save);
    await press('Reject');
    expect(field('Reason')).toBeInvalid();
    expect(save).not.toHaveBeenCalled();
    await userEvent.type(field('Reason'), 'It is full.');
    await press('Reject');
    expect(await screen.findByText(/We couldn't reach the server/)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    await press('Reject');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it('warns before what was typed is lost', async () => {
    const onClose = open(vi.fn());
    await userEvent.type(field('Reason'), 'It');
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await userEvent.click(question.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
