import './app/fonts/fonts.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { siteData } from '@/domain/site';
import { startI18n } from '@/i18n';
import { guardAgainstStaleChunks } from '@/lib/reload';
import { onCaughtError, startReporting } from '@/lib/reporting';
import { listenToServiceWorker, registerServiceWorker } from '@/lib/serviceWorker';
import { sessionReady } from '@/lib/session';
import { Providers } from './app/Providers';
import { createAppRouter, waitUntilReady } from './app/router';
import { prepareStyles } from './app/styleCache';

/** Yields to the browser between two long tasks. */
const inTurn = () => new Promise((resolve) => setTimeout(resolve));

/*
 * A function, since a module that waited at its top could not be imported meanwhile by the code of a
 * page, which it waits for.
 */
async function start(): Promise<void> {
  guardAgainstStaleChunks();
  startReporting();
  // What comes now belongs to no file's evaluation, which is the longest work of all.
  await inTurn();
  void sessionReady();
  void siteData.load();
  await startI18n(prepareStyles);
  await inTurn();

  const router = createAppRouter();
  listenToServiceWorker((address) => void router.navigate(address));
  registerServiceWorker();
  await waitUntilReady(router);
  await inTurn();

  const root = document.getElementById('root');
  if (!root) return;
  // In portions, between which the browser answers the reader: as one task it would be a long one.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
}

void start();
