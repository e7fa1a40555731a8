import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { renderAt } from '@/test/render';
import { Form } from './Form';
import { FormDialog } from './FormDialog';
import { FormPage } from './FormPage';
import { SubmitButton } from './SubmitButton';
import { TextInput } from './TextInput';

const schema = z.object({ name: z.string().check(z.minLength(1)) });
type Save = (values: { name: string }) => Promise<unknown>;

function PlainForm({ onSave }: { onSave: Save }) {
  const form = useZodForm(schema, { name: '' });
  return (
    <Form form={form} onSave={onSave}>
      <TextInput control={form.control} name="name" label="Name" />
      <SubmitButton control={form.control}>Save</SubmitButton>
    </Form>
  );
}

function PageForm({ onSave }: { onSave: Save }) {
  const form = useZodForm(schema, { name: '' });
  return (
    <FormPage form={form} title="Person" onSave={onSave}>
      <TextInput control={form.control} name="name" label="Name" />
    </FormPage>
  );
}

function DialogForm({ onSave }: { onSave: Save }) {
  const form = useZodForm(schema, { name: '' });
  return (
    <FormDialog form={form} title="Person" saveLabel="Save" onSave={onSave} onClose={() => {}}>
      <TextInput control={form.control} name="name" label="Name" />
    </FormDialog>
  );
}

const kinds: [string, (save: Save) => ReactElement][] = [
  ['form', (save) => <PlainForm onSave={save} />],
  ['form page', (save) => <PageForm onSave={save} />],
  ['form dialog', (save) => <DialogForm onSave={save} />],
];

const button = () => screen.getByRole('button', { name: 'Save' });

describe.each(kinds)('a failed %s', (_, render) => {
  it('says why beside its button, keeps the input and can be sent again', async () => {
    const save = vi
      .fn<Save>()
      .mockRejectedValueOnce(new ApiProblem(503, { code: 'service.unavailable', detail: 'Busy' }))
      .mockResolvedValue(null);
    renderAt('/', render(save));
    await userEvent.type(screen.getByLabelText('Name'), 'Noura');
    await userEvent.click(button());

    const alert = await screen.findByRole('alert');
    await expect.poll(() => document.activeElement).toBe(alert);
    expect(alert.parentElement).toBe(button().parentElement);
    expect(screen.getByLabelText('Name')).toHaveValue('Noura');

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => save.mock.calls.length).toBe(2);
    expect(save.mock.calls[1]?.[0]).toEqual({ name: 'Noura' });
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  it('that is refused takes the focus each time', async () => {
    const refusal = new ApiProblem(409, { code: 'field.taken', detail: 'Taken' });
    renderAt(
      '/',
      render(() => Promise.reject(refusal)),
    );
    await userEvent.type(screen.getByLabelText('Name'), 'Noura');
    for (const _ of [1, 2]) {
      await userEvent.click(button());
      await expect.poll(() => document.activeElement).toBe(await screen.findByRole('alert'));
    }
    // The same values would be rejected again.
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

it('shows an error beside the button where its field is not on the page', async () => {
  const refusal = new ApiProblem(422, {
    code: 'request.invalid',
    fields: [{ field: 'birth_date', code: 'odd', message: 'Too young' }],
  });
  function Hidden() {
    const form = useZodForm(z.extend(schema, { birth_date: z.string() }), {
      name: 'Noura',
      birth_date: '',
    });
    return (
      <Form form={form} onSave={() => Promise.reject(refusal)}>
        <TextInput control={form.control} name="name" label="Name" />
        <SubmitButton control={form.control}>Save</SubmitButton>
      </Form>
    );
  }
  renderAt('/', <Hidden />);
  await userEvent.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent('Too young');
});

it('a failed confirmation takes the focus and can be repeated', async () => {
  const confirm = vi.fn();
  renderAt(
    '/',
    <ConfirmDialog
      open
      title="Delete"
      confirmLabel="Delete"
      error={new ApiProblem(0, {})}
      onConfirm={confirm}
      onClose={() => {}}
    />,
  );
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('alert'));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(confirm).toHaveBeenCalledOnce();
});

describe('every form and action of the app', () => {
  const sources = import.meta.glob<string>(
    ['/src/**/*.{ts,tsx}', '!/src/**/*.{test.*,gen.ts}', '!/src/components/form/*.tsx'],
    { query: '?raw', import: 'default', eager: true },
  );
  const using = (pattern: RegExp) =>
    Object.entries(sources).filter(([, source]) => pattern.test(source));

  it('has a button that says why it was refused', () => {
    const forms = using(/<Form\s/);
    expect(forms.length).toBeGreaterThan(15);
    const without = forms.filter(
      ([, source]) => !/SubmitButton|FormFooter|ChangesBar/.test(source),
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('is one of the kit, unless it only searches', () => {
    const own = using(/component="form"|<form[\s>]/).filter(
      ([, source]) => !/role="search"|<FormProblem /.test(source),
    );
    expect(own.map(([path]) => path)).toEqual(['/src/features/home/VerifyCertificate.tsx']);
  });

  it('shows its failures in more than a toast', () => {
    expect(Object.keys(toast)).not.toContain('error');
    const passing = using(/\b(onError|catch)\b[^;]*?\btoast\.\w+\(/).map(([path]) => path);
    expect(passing).toEqual([]);
    const warnings = using(/\btoast\.warning\(/).map(([path]) => path);
    // The error is at a list entry; it clears once the entry is corrected.
    expect(warnings).toEqual(['/src/components/list/useAddressState.ts']);
  });

  it('shows the failure of each mutation', () => {
    const silent = using(/\.mutate\(/).filter(
      ([, source]) => !/\berror\b|FailureBeside/.test(source),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('shows why a file that is sent at once was not taken', () => {
    const silent = using(/<(FileDrop|DocumentPicker|ImageUploader)\s/).filter(
      ([, source]) => !/\berror=|\{\.\.\.props\}/.test(source),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('chooses files by the shared button', () => {
    expect(using(/type="file"/).map(([path]) => path)).toEqual([
      '/src/components/file/FileButton.tsx',
    ]);
  });

  it('tells failures in no alert of its own', () => {
    const own = using(/<Alert[^>]*severity="error"[^>]*>\s*\{[^}]*(textOf|problemText)\(/);
    expect(own.map(([path]) => path)).toEqual([]);
  });
});
