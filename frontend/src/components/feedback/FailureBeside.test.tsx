import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { FailureBeside } from './FailureBeside';

function SaveButton({ ask }: { ask: (format: string) => Promise<void> }) {
  const save = useMutation({ mutationFn: ask });
  return (
    <FailureBeside of={save}>
      <Button loading={save.isPending} onClick={() => save.mutate('csv')}>
        CSV
      </Button>
    </FailureBeside>
  );
}

it.each([
  ['en', 'Try again'],
  ['ar', 'إعادة المحاولة'],
])(
  'a failed download is said next to its button, has the focus and can be repeated (%s)',
  async (locale, again) => {
    await i18next.changeLanguage(locale);
    const ask = vi
      .fn<(format: string) => Promise<void>>()
      .mockRejectedValueOnce(new TypeError('unreachable'))
      .mockResolvedValue();
    renderAt('/', <SaveButton ask={ask} />);
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    const alert = await screen.findByRole('alert');
    await expect.poll(() => document.activeElement).toBe(alert);
    await userEvent.click(screen.getByRole('button', { name: again }));
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    expect(ask.mock.calls.map(([format]) => format)).toEqual(['csv', 'csv']);
  },
);

it('leads back to the button when it is closed', async () => {
  renderAt('/', <SaveButton ask={() => Promise.reject(new TypeError('unreachable'))} />);
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  const button = await screen.findByRole('button', { name: 'CSV' });
  await expect.poll(() => document.activeElement).toBe(button);
});
