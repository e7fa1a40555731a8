import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Maximum wait for the heading, or the followed link, of a page. */
const PATIENCE_MS = 5000;

/**
 * Moves the focus after navigation: to the page's heading, or on the way back to the followed link
 * or row. Screen readers announce it. Browsers do this only when they load a document.
 */
export function RouteFocus() {
  const { pathname, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const links = useRef(new Map<string, string>());
  const shown = useRef(pathname);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const link =
        target instanceof Element && target.closest('main a[href]')?.getAttribute('href');
      if (link) links.current.set(key, link);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [key]);

  useEffect(() => {
    if (shown.current === pathname) return;
    const left = shown.current;
    shown.current = pathname;
    const row = left.startsWith(`${pathname}/`) ? left : undefined;
    return giveFocus(row ?? (isBack ? links.current.get(key) : undefined));
  }, [pathname, key, isBack]);

  return null;
}

/** Focuses the heading, then the named link, as soon as each exists. */
function giveFocus(link: string | undefined): () => void {
  const before = document.activeElement;
  // A form with autofocus keeps the focus on its first field.
  if (before?.matches('main :is(input, textarea)')) return () => {};

  let given: Element | null = null;
  const observer = new MutationObserver(attempt);
  const patience = setTimeout(stop, PATIENCE_MS);

  function stop(): void {
    observer.disconnect();
    clearTimeout(patience);
  }

  function attempt(): void {
    const active = document.activeElement;
    // The user has navigated again.
    if (![before, given, document.body].includes(active)) {
      stop();
      return;
    }
    const followed = link ? document.querySelector(`main a[href="${CSS.escape(link)}"]`) : null;
    const target = followed ?? document.querySelector('h1');
    if (target instanceof HTMLElement && target !== given) {
      given = target;
      if (!followed) target.tabIndex = -1;
      target.focus({ preventScroll: true });
      // A table has its own scroll position, which the browser does not restore.
      if (followed) target.scrollIntoView({ block: 'nearest' });
    }
    if (given && (followed || !link)) stop();
  }

  observer.observe(document.body, { childList: true, subtree: true });
  attempt();
  return stop;
}
