import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toast } from '@/lib/toast';
import { renderAt } from '@/test/render';
import ToastStack, { MAX_TOASTS, TOAST_MS } from './ToastStack';

afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  it('that were said before the stack was there are shown', async () => {
    toast.info('Early');
    renderAt('/', <ToastStack />);
    expect(await screen.findByText('Early')).toBeVisible();
  });

  it('are five at most, for five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderAt('/', <ToastStack />);
    act(() => {
      for (let number = 1; number <= 7; number += 1) toast.success(`Saved ${number}`);
    });
    expect(screen.getAllByText(/^Saved/)).toHaveLength(MAX_TOASTS);

    // Real time passes too.
    act(() => vi.advanceTimersByTime(TOAST_MS - 3000));
    expect(screen.getByText('Saved 1')).toBeInTheDocument();
    act(() => vi.advanceTimersByTime(4000));
    await waitFor(() => expect(screen.queryByText('Saved 1')).toBeNull());
  });

  it('stand at the top right', () => {
    renderAt('/', <ToastStack />);
    act(() => toast.success('Saved'));
    const stack = screen.getByText('Saved').closest('.notistack-SnackbarContainer');
    expect(stack).toHaveStyle({ position: 'fixed', top: '14px', right: '20px' });
  });
});
