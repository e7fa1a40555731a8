import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';
import { useStorageValue, writeStored } from './stored';

/** Actions by key: `j`, `?`, `ArrowDown`, or with Ctrl (⌘) `mod+k`, `mod+shift+z`. */
export type Shortcuts = Record<string, (() => void) | undefined>;

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault'
>;

const OFF_KEY = 'itqan-shortcuts-off';
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const OPEN = '[role="dialog"], [role="menu"], [role="listbox"]';

// Keys of a US keyboard besides letters and digits: plain, with Shift.
const SIGNS: Record<string, [string, string]> = {
  Slash: ['/', '?'],
  Equal: ['=', '+'],
  Minus: ['-', '_'],
};

const areEnabled = () => localStorage.getItem(OFF_KEY) === null;

/**
 * Returns whether single-character shortcuts are on; WCAG 2.1.4 requires a way to switch them off.
 */
export const useSingleKeys = () => useStorageValue(areEnabled, true);
export const switchSingleKeys = (on: boolean) => writeStored(OFF_KEY, on ? null : 'off');

/**
 * Returns the name of a pressed key. On Latin layouts it is the character; for other scripts, such
 * as Arabic, the position on a US keyboard.
 */
export function nameKey({ key, code, shiftKey, ctrlKey, metaKey }: KeyPress): string {
  const isLatin = key.length > 1 || /^[ -~]$/.test(key);
  const atPlace = SIGNS[code]?.[shiftKey ? 1 : 0] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  const name = isLatin ? key : (atPlace ?? key);
  const lower = name.length === 1 ? name.toLowerCase() : name;
  return ctrlKey || metaKey ? `mod+${shiftKey ? 'shift+' : ''}${lower}` : lower;
}

/** Runs the action of a pressed key, as the `onKeyDown` of the shortcuts' element. */
export function useShortcuts(shortcuts: Shortcuts): (event: KeyPress | ReactKeyboardEvent) => void {
  const withSingleKeys = useSingleKeys();
  return (event) => {
    if (event.altKey) return;
    const name = nameKey(event);
    const isPlain = !name.startsWith('mod+');
    if (isPlain && (event.target as Element).closest?.(TYPING)) return;
    if (name.length === 1 && !withSingleKeys) return;
    const run = shortcuts[name];
    if (!run) return;
    event.preventDefault();
    run();
  };
}

/** Shortcuts of the whole page; those without Ctrl are disabled while a dialog or menu is open. */
export function usePageShortcuts(shortcuts: Shortcuts): void {
  const press = useShortcuts(shortcuts);
  const receive = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    if (hasModifier || !document.querySelector(OPEN)) press(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => receive(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
