import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createResource, useResource } from './resource';

const HOUR = 3_600_000;

describe('a resource', () => {
  it('is asked for once by all who show it at the same time', async () => {
    let asked = 0;
    const resource = createResource(async () => ++asked, HOUR);
    await Promise.all([resource.load(), resource.load()]);
    await resource.load();
    expect(resource.get()).toEqual({ data: 1, error: null });
  });

  it('that is no longer fresh is asked for again and shown meanwhile', async () => {
    let asked = 0;
    const resource = createResource(async () => ++asked, 0);
    await resource.load();
    const again = resource.load();
    expect(resource.get().data).toBe(1);
    await again;
    expect(resource.get().data).toBe(2);
  });

  it('is pending until it is there', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const resource = createResource(() => promise, HOUR);
    const { result } = renderHook(() => useResource(resource));
    expect(result.current).toMatchObject({ data: undefined, isPending: true });
    await act(async () => resolve('here'));
    expect(result.current).toEqual({ data: 'here', error: null, isPending: false });
  });

  it('that failed says why and can be tried again', async () => {
    const failure = new Error('unreachable');
    let fails = true;
    const resource = createResource(async () => {
      if (fails) throw failure;
      return 'here';
    }, HOUR);
    const { result } = renderHook(() => useResource(resource));
    await act(() => resource.load());
    expect(result.current).toEqual({ data: undefined, error: failure, isPending: false });
    fails = false;
    await act(() => resource.load());
    expect(result.current).toEqual({ data: 'here', error: null, isPending: false });
  });
});
