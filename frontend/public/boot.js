// Runs before the first paint, so that colours and direction do not flip under the reader's eyes.
// A file of its own because the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let mode = null;
  try {
    mode = localStorage.getItem('mui-mode');
  } catch {
    // Storage may be blocked; the system's choice then holds.
  }
  const dark =
    mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-color-scheme', dark ? 'dark' : 'light');

  const chosen =
    /[?&]lang=(en|ar)(?:&|$)/.exec(location.search) ??
    /(?:^|; )i18n_redirected=(en|ar)/.exec(document.cookie);
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const locale = chosen ? chosen[1] : wanted.find((tag) => tag === 'en' || tag === 'ar') || 'en';
  root.lang = locale;
  root.dir = locale === 'ar' ? 'rtl' : 'ltr';

  // The messages come beside the app's code instead of after it. Visitors of first pages need only theirs.
  const { messages, first } = root.dataset;
  const namespaces = ['messages'];
  if (!new RegExp(first).test(location.pathname) || /(?:^|; )token=./.test(document.cookie))
    namespaces.push('app');
  const askForMessages = () => {
    for (const namespace of messages ? namespaces : []) {
      const link = document.createElement('link');
      link.rel = 'preload';
      link.as = 'fetch';
      link.crossOrigin = 'anonymous';
      link.href = `/_i18n/${messages}/${locale}/${namespace}.json`;
      document.head.append(link);
    }
  };

  // A poster has the network to itself until it is seen with its picture, which it never is in a tab in the background.
  const app = document.getElementById('app');
  const begin = () => {
    if (!app.isConnected) return;
    askForMessages();
    app.replaceWith(app.content);
  };
  const beginWithPicture = () => {
    const picture = document.querySelector('img[fetchpriority]');
    const soon = () => requestAnimationFrame(() => requestAnimationFrame(begin));
    if (!picture) begin();
    else if (picture.complete) soon();
    else for (const end of ['load', 'error']) picture.addEventListener(end, soon);
  };
  if (app) {
    document.addEventListener('DOMContentLoaded', () => {
      new PerformanceObserver(beginWithPicture).observe({ type: 'paint', buffered: true });
      setTimeout(begin, document.hidden ? 0 : 1000);
    });
  } else {
    askForMessages();
  }
})();
