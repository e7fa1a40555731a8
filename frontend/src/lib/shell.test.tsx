import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadingTimes, useLoadingIndicator } from './loadingIndicator';
import { reloadOnce } from './reload';
import { handleWorkerMessage } from './serviceWorker';

describe('the reload after a failed chunk', () => {
  it('happens once in ten seconds', () => {
    const reload = vi.fn();
    expect(reloadOnce(100_000, reload)).toBe(true);
    expect(reloadOnce(109_999, reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(reloadOnce(110_000, reload)).toBe(true);
  });

  it('waits for a network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reload = vi.fn();
    expect(reloadOnce(100_000, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('the loading screen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const start = () =>
    renderHook(({ loading }) => useLoadingIndicator(loading), { initialProps: { loading: true } });

  it('is not shown for a short wait', () => {
    const { result, rerender } = start();
    pass(loadingTimes.throttle - 1);
    expect(result.current.visible).toBe(false);
    rerender({ loading: false });
    pass(2000);
    expect(result.current.visible).toBe(false);
  });

  it('is shown after 200 ms, stays 500 ms when done, and resets 400 ms later', () => {
    const { result, rerender } = start();
    pass(200);
    expect(result.current).toEqual({ visible: true, phase: 'running' });
    rerender({ loading: false });
    expect(result.current).toEqual({ visible: true, phase: 'finishing' });
    pass(499);
    expect(result.current.visible).toBe(true);
    pass(1);
    expect(result.current).toEqual({ visible: false, phase: 'finishing' });
    pass(400);
    expect(result.current).toEqual({ visible: false, phase: 'idle' });
  });
});

describe('a message of the service worker', () => {
  const browser = () => ({
    open: vi.fn(),
    location: { assign: vi.fn(), origin: 'http://itqan.test' },
  });

  it('navigates with path, query and hash only', () => {
    const navigate = vi.fn();
    handleWorkerMessage(
      { type: 'navigate', url: 'https://other.test/trainings?page=2#top' },
      navigate,
      browser(),
    );
    expect(navigate).toHaveBeenCalledWith('/trainings?page=2#top');
  });

  it('takes no path for a host', () => {
    const navigate = vi.fn();
    handleWorkerMessage(
      { type: 'navigate', url: 'https://other.test//evil.test/a' },
      navigate,
      browser(),
    );
    expect(navigate).toHaveBeenCalledWith('/evil.test/a');
  });

  it('takes an address without an origin', () => {
    const navigate = vi.fn();
    handleWorkerMessage({ type: 'navigate', url: '/candidate/my-trainings' }, navigate, browser());
    expect(navigate).toHaveBeenCalledWith('/candidate/my-trainings');
  });

  it('loads the page anew when the URL cannot be parsed', () => {
    const navigate = vi.fn();
    const window = browser();
    handleWorkerMessage({ type: 'navigate', url: 'http://[' }, navigate, window);
    expect(navigate).not.toHaveBeenCalled();
    expect(window.location.assign).toHaveBeenCalledWith('http://[');
  });

  it('opens a new tab', () => {
    const window = browser();
    handleWorkerMessage({ type: 'open-in-new-tab', url: 'https://other.test/' }, vi.fn(), window);
    expect(window.open).toHaveBeenCalledWith('https://other.test/', '_blank', 'noopener');
  });

  it('of another kind is ignored', () => {
    const navigate = vi.fn();
    handleWorkerMessage({ type: 'else', url: '/' }, navigate, browser());
    handleWorkerMessage(null, navigate, browser());
    expect(navigate).not.toHaveBeenCalled();
  });
});
