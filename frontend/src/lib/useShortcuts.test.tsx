import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { nameKey, switchSingleKeys, usePageShortcuts } from './useShortcuts';

describe('the name of a key', () => {
  it.each([
    ['j on a US keyboard', { key: 'j', code: 'KeyJ' }, 'j'],
    ['j on Dvorak, where c is on a US keyboard', { key: 'j', code: 'KeyC' }, 'j'],
    ['h on Dvorak, where j is on a US keyboard', { key: 'h', code: 'KeyJ' }, 'h'],
    ['the place of j on an Arabic keyboard', { key: 'ت', code: 'KeyJ' }, 'j'],
    ['the place of / on an Arabic keyboard', { key: 'ظ', code: 'Slash' }, '/'],
    ['the question mark of an Arabic keyboard', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
    ['the zero of an Arabic keyboard', { key: '٠', code: 'Digit0' }, '0'],
    ['the place of x on a Russian keyboard', { key: 'ч', code: 'KeyX' }, 'x'],
    ['an arrow', { key: 'ArrowDown', code: 'ArrowDown' }, 'ArrowDown'],
    ['Ctrl+K on an Arabic keyboard', { key: 'ن', code: 'KeyK', ctrlKey: true }, 'mod+k'],
    ['⌘⇧Z', { key: 'Z', code: 'KeyZ', metaKey: true, shiftKey: true }, 'mod+shift+z'],
  ])('%s', (_, init, name) => {
    expect(nameKey(new KeyboardEvent('keydown', init))).toBe(name);
  });
});

it('shortcuts of a single character can be switched off, and rest while somebody types', () => {
  const next = vi.fn();
  const find = vi.fn();
  function Page() {
    usePageShortcuts({ j: next, 'mod+k': find });
    return <input aria-label="Note" />;
  }
  renderAt('/', <Page />);
  const type = (init: KeyboardEventInit, target: Element = document.body) =>
    fireEvent.keyDown(target, init);

  type({ key: 'ت', code: 'KeyJ' });
  expect(next).toHaveBeenCalledTimes(1);
  type({ key: 'j', code: 'KeyJ' }, screen.getByLabelText('Note'));
  type({ key: 'j', code: 'KeyJ', altKey: true });
  expect(next).toHaveBeenCalledTimes(1);

  act(() => switchSingleKeys(false));
  type({ key: 'j', code: 'KeyJ' });
  type({ key: 'k', code: 'KeyK', ctrlKey: true }, screen.getByLabelText('Note'));
  expect(next).toHaveBeenCalledTimes(1);
  expect(find).toHaveBeenCalledTimes(1);

  act(() => switchSingleKeys(true));
  type({ key: 'j', code: 'KeyJ' });
  expect(next).toHaveBeenCalledTimes(2);
});
