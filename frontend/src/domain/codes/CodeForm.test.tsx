import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { renderAt } from '@/test/render';
import { CodeForm } from './CodeForm';

const sent = { resend_in: 60, expires_in: 600 };

function show({
  onCode = async () => {},
  onResend = async () => sent,
}: {
  onCode?: (code: string) => Promise<unknown>;
  onResend?: () => Promise<typeof sent>;
}) {
  renderAt('/', <CodeForm submitLabel="Verify" onCode={onCode} onResend={onResend} />);
}

const refusal = (status: number, code: string, retryAfter: number | null = null) =>
  Promise.reject(
    new ApiProblem(
      status,
      { code, fields: status === 422 ? [{ field: 'code', code, message: code }] : [] },
      retryAfter,
    ),
  );

const type = (code: string) => userEvent.type(screen.getByLabelText('Code'), code);

describe('a code', () => {
  it('is handed in with its last digit', async () => {
    const onCode = vi.fn(async () => {});
    show({ onCode });
    await type('123456');
    await waitFor(() => expect(onCode.mock.calls).toEqual([['123456', expect.anything()]]));
  });

  it('that is wrong is said to be, and makes room for the next one', async () => {
    show({ onCode: () => refusal(422, 'one_time_code.invalid') });
    await type('123456');
    expect(await screen.findByText('Incorrect code. Check it and try again.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveValue('');
    await type('1');
    expect(screen.queryByText('Incorrect code. Check it and try again.')).toBeNull();
  });

  it('that is incomplete is not sent', async () => {
    const onCode = vi.fn(async () => {});
    show({ onCode });
    await type('123');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Enter all digits of the code.')).toBeVisible();
    expect(onCode).not.toHaveBeenCalled();
  });

  it('that was wrong too often can only be replaced by a new one', async () => {
    show({ onCode: () => refusal(409, 'one_time_code.too_many_attempts') });
    await type('123456');
    expect(await screen.findByRole('alert')).toHaveTextContent(/Request a new one/);
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
    expect(screen.getByLabelText('Code')).toBeDisabled();

    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByRole('button', { name: 'Verify' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(/We sent a new code/);
    expect(screen.getByLabelText('Code')).toBeEnabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('asking for another code', () => {
  it('has to wait as long as the server says', async () => {
    show({});
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    const waiting = await screen.findByRole('button', {
      name: /Send a new code in (1:00|0:[345]\d)/,
    });
    expect(waiting).toBeDisabled();
  });

  it('too soon shows how long to wait', async () => {
    show({ onResend: () => refusal(429, 'one_time_code.too_soon', 42) as Promise<never> });
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByRole('button', { name: /in 0:[1-4]\d/ })).toBeDisabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('too often says so', async () => {
    show({ onResend: () => refusal(429, 'one_time_code.limit_reached', 3000) as Promise<never> });
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/in an hour/);
    expect(screen.getByRole('button', { name: /in (50:00|49:[345]\d)/ })).toBeDisabled();
  });
});
