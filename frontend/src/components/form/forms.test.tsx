import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { showProblem, useZodForm, z } from '@/lib/forms';
import { renderAt } from '@/test/render';
import { FormProblem } from './FormProblem';
import { OtpInput } from './OtpInput';
import { PasswordInput } from './PasswordInput';
import { normalizePhone } from './PhoneInput';
import { TextInput } from './TextInput';

const schema = z.object({ username: z.string().check(z.minLength(3)), email: z.email() });

function Form({ onReady = () => {} }: { onReady?: (fail: (error: unknown) => void) => void }) {
  const form = useZodForm(schema, { username: '', email: '' });
  onReady((error) => showProblem(form, error));
  return (
    <form onSubmit={form.handleSubmit(() => {})}>
      <FormProblem control={form.control} />
      <TextInput control={form.control} name="username" label="Username" />
      <TextInput control={form.control} name="email" label="Email" />
      <button type="submit">Send</button>
    </form>
  );
}

function renderForm() {
  let fail: (error: unknown) => void = () => {};
  renderAt(
    '/',
    <Form
      onReady={(next) => {
        fail = next;
      }}
    />,
  );
  return { fail: (error: unknown) => act(() => fail(error)) };
}

describe('a form', () => {
  it('says at each field what is wrong with it', async () => {
    renderForm();
    await userEvent.type(screen.getByLabelText('Username'), 'ab');
    await userEvent.click(screen.getByText('Send'));
    expect(await screen.findByText('Enter at least 3 characters.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      /Fill in this field|email address like/,
    );
    expect(screen.getByLabelText('Username')).toBeInvalid();
  });

  it('shows the server’s field errors at their fields, translated by code', async () => {
    const { fail } = renderForm();
    fail(
      new ApiProblem(422, {
        code: 'request.invalid',
        fields: [{ field: 'username', code: 'username.taken', message: 'raw' }],
      }),
    );
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
      'This username is taken. Choose another one.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
  });

  it('shows what belongs to no field above it', () => {
    const { fail } = renderForm();
    fail(
      new ApiProblem(422, {
        code: 'request.invalid',
        fields: [{ field: 'hidden', code: 'odd', message: 'Odd value' }],
      }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Odd value');
  });

  it('shows a refusal above it', () => {
    const { fail } = renderForm();
    fail(new ApiProblem(401, { code: 'sign_in.invalid_credentials', detail: 'raw' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Incorrect username or password.');
  });
});

describe('a password', () => {
  it('can be looked at', async () => {
    function Password() {
      const form = useZodForm(z.object({ password: z.string() }), { password: '' });
      return <PasswordInput control={form.control} name="password" label="Password" />;
    }
    renderAt('/', <Password />);
    const input = screen.getByLabelText('Password');
    expect(input).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input).toHaveAttribute('type', 'text');
  });
});

describe('a code', () => {
  it('takes digits only, Arabic ones too, and reports the last', async () => {
    const complete = vi.fn();
    function Code() {
      const form = useZodForm(z.object({ code: z.string() }), { code: '' });
      return <OtpInput control={form.control} name="code" label="Code" onComplete={complete} />;
    }
    renderAt('/', <Code />);
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '12a٣4-56' } });
    expect(screen.getByLabelText('Code')).toHaveValue('123456');
    expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
  });
});

describe('a phone number', () => {
  it.each([
    ['0501234567', '+966501234567'],
    ['٠٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['00966 50 123 4567', '+966501234567'],
    ['966 50 123 4567', '+966501234567'],
    ['50 123 4567', '+966501234567'],
    ['+966 (0) 50 123 4567', '+966501234567'],
    ['00966 050 123 4567', '+966501234567'],
    ['966 011 234 5678', '+966112345678'],
    ['+44 (20) 7946-0000', '+442079460000'],
  ])('%s becomes %s', (typed, expected) => {
    expect(normalizePhone(typed)).toBe(expected);
  });
});
